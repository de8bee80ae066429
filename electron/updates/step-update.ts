/**
 * When a desk takes a new version: a pure reducer. Nothing is fetched or installed unless somebody asks for it, and then not
 * while work would suffer; a version that is older is refused whatever the feed says.
 */
import type { UpdateState } from '../../contract/desk/updates.ts';
import { assertNever } from '../errors.ts';

/** What keeps a new version from being installed. */
export type Obstacle = Extract<UpdateState, { kind: 'deferred' }>['because'];

export type UpdateFailure = Extract<UpdateState, { kind: 'failed' }>['reason'];

/** How the desk stands when somebody wants the new version. */
export interface DeskState {
  /** Changes that are not confirmed yet. */
  readonly changesWaiting: number;
  readonly personOpen: boolean;
}

export type UpdateEvent =
  | { readonly kind: 'check' }
  | { readonly kind: 'offered'; readonly version: string; readonly current: string; readonly at: number }
  | { readonly kind: 'nothing-new'; readonly at: number }
  | { readonly kind: 'download' }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'verified' }
  | { readonly kind: 'failed'; readonly reason: UpdateFailure; readonly at: number }
  /** Somebody pressed "Restart and update". */
  | { readonly kind: 'install'; readonly desk: DeskState };

export type UpdateEffect = 'check' | 'download' | 'install';

export interface UpdateStep {
  readonly state: UpdateState;
  readonly effect: UpdateEffect | null;
}

/** What stands in the way; null where nothing does. */
function obstacleTo(desk: DeskState): Obstacle | null {
  if (desk.changesWaiting > 0) return 'changes-waiting';
  return desk.personOpen ? 'person-open' : null;
}

const stay = (state: UpdateState): UpdateStep => ({ state, effect: null });

export function stepUpdate(state: UpdateState, event: UpdateEvent): UpdateStep {
  if (state.kind === 'off') return stay(state);
  switch (event.kind) {
    case 'check':
      // What is there or on its way is not thrown away for a new question.
      return state.kind === 'idle' || state.kind === 'failed' || state.kind === 'available'
        ? { state: { kind: 'checking' }, effect: 'check' }
        : stay(state);
    case 'offered':
      if (state.kind !== 'checking') return stay(state);
      if (isNewer(event.version, event.current)) return stay({ kind: 'available', version: event.version });
      // A feed that offers what is older was put back, or is somebody else's.
      return isNewer(event.current, event.version)
        ? stay({ kind: 'failed', reason: 'older', at: event.at })
        : stay({ kind: 'idle', checkedAt: event.at });
    case 'nothing-new':
      return state.kind === 'checking' ? stay({ kind: 'idle', checkedAt: event.at }) : stay(state);
    case 'download':
      return state.kind === 'available'
        ? { state: { kind: 'downloading', version: state.version, percent: 0 }, effect: 'download' }
        : stay(state);
    case 'progress':
      return state.kind === 'downloading'
        ? stay({ ...state, percent: Math.min(100, Math.max(state.percent, Math.floor(event.percent))) })
        : stay(state);
    case 'verified':
      return state.kind === 'downloading' ? stay({ kind: 'ready', version: state.version }) : stay(state);
    case 'failed':
      return stay({ kind: 'failed', reason: event.reason, at: event.at });
    case 'install': {
      if (state.kind !== 'ready' && state.kind !== 'deferred') return stay(state);
      const because = obstacleTo(event.desk);
      return because === null
        ? { state: { kind: 'ready', version: state.version }, effect: 'install' }
        : stay({ kind: 'deferred', version: state.version, because });
    }
    default:
      return assertNever(event);
  }
}

/**
 * Whether one version comes after another (Semantic Versioning, 11). False for what is none: such an offer is never taken.
 */
export function isNewer(offered: string, current: string): boolean {
  const one = parseVersion(offered);
  const other = parseVersion(current);
  if (one === null || other === null) return false;
  for (const index of [0, 1, 2] as const) {
    if (one.numbers[index] !== other.numbers[index]) return one.numbers[index] > other.numbers[index];
  }
  if (one.early === null || other.early === null) return one.early === null && other.early !== null;
  return compareEarly(one.early, other.early) > 0;
}

interface ParsedVersion {
  readonly numbers: readonly [number, number, number];
  readonly early: readonly string[] | null;
}

function parseVersion(text: string): ParsedVersion | null {
  const found =
    /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z.-]{1,60}))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text);
  if (found === null) return null;
  return {
    numbers: [Number(found[1]), Number(found[2]), Number(found[3])],
    early: found[4] === undefined ? null : found[4].split('.'),
  };
}

function compareEarly(one: readonly string[], other: readonly string[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [a, b] = [one[index], other[index]];
    if (a === b) continue;
    if (a === undefined) return -1;
    if (b === undefined) return 1;
    const [aNumber, bNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
    if (aNumber && bNumber) return Number(a) - Number(b);
    if (aNumber !== bNumber) return aNumber ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}
