/** The guided first check-in: which step it is, told from what the real desk shows. Pure. */
import type { LastAct } from '../../contract/desk/role-changes.ts';

/** The steps in their order. */
export const guideSteps = ['find', 'open', 'check-in', 'undo', 'scan'] as const;
export type GuideStep = (typeof guideSteps)[number];

export type Guide =
  | { readonly kind: 'hidden' }
  /** Asked once, when practice begins for the first time. */
  | { readonly kind: 'offered' }
  | {
      readonly kind: 'step';
      readonly step: GuideStep;
      /** Who was checked in: their code is scanned at the end. */
      readonly userId: string | null;
      /** The last act when the step began: another one is news. */
      readonly actId: string | null;
      /** Scans when the step began. */
      readonly scans: number;
    }
  | { readonly kind: 'finished' };

/** What of the desk the guide goes by. */
export interface GuideSight {
  /** Letters and figures looked for. */
  readonly letters: number;
  readonly hits: number;
  readonly openUserId: string | null;
  readonly lastAct: Pick<LastAct, 'actId' | 'kind'> | null;
  readonly scans: number;
}

/** Letters by which people are found at a desk. */
export const lettersToFind = 3;

export function beginGuide(sight: GuideSight): Guide {
  return { kind: 'step', step: 'find', userId: null, actId: sight.lastAct?.actId ?? null, scans: sight.scans };
}

/**
 * After the desk changed. Who does a step in another way, or goes back, is met where they are: the guide follows the desk
 * and never the other way round.
 */
export function advance(guide: Guide, sight: GuideSight): Guide {
  if (guide.kind !== 'step') return guide;
  const { lastAct, openUserId } = sight;
  const found = sight.letters >= lettersToFind && sight.hits > 0;
  const isNewAct = lastAct !== null && lastAct.actId !== guide.actId;
  const go = (step: GuideStep, more: Partial<Extract<Guide, { kind: 'step' }>> = {}): Guide =>
    step === guide.step && Object.keys(more).length === 0 ? guide : { ...guide, step, ...more };

  switch (guide.step) {
    case 'find':
    case 'open':
    case 'check-in': {
      const userId = openUserId ?? guide.userId;
      if (isNewAct && lastAct.kind !== 'undo' && userId !== null) {
        return go('undo', { userId, actId: lastAct.actId });
      }
      if (openUserId !== null) {
        return openUserId === guide.userId && guide.step === 'check-in'
          ? guide
          : go('check-in', { userId: openUserId });
      }
      return go(found ? 'open' : 'find');
    }
    case 'undo':
      if (!isNewAct) return guide;
      return lastAct.kind === 'undo'
        ? go('scan', { actId: lastAct.actId, scans: sight.scans })
        : { ...guide, actId: lastAct.actId };
    case 'scan':
      return sight.scans > guide.scans && openUserId !== null ? { kind: 'finished' } : guide;
  }
}
