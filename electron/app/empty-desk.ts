import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RequestName } from '../../contract/desk/channel-names.ts';
import type { RushBoardState } from '../../contract/desk/rush-board.ts';
import { RolecallError } from '../errors.ts';

type DeskChannel =
  | Extract<RequestName, `stations:${string}`>
  | `directory:${'read' | 'search' | 'scan' | 'look-up' | 'diagnostics' | 'open' | 'close' | 'reveal'}`
  | `role-changes:${'read' | 'wish' | 'run-recipe' | 'undo' | 'dismiss' | 'list' | 'facets' | 'export'}`
  | Extract<RequestName, `${'lists' | 'rush-board'}:${string}`>;

const notYet = (): never => {
  throw new RolecallError('sign-in-required', 'No connection is open yet.');
};

const nothingToShow = (): RushBoardState => ({
  conventionName: '',
  practice: false,
  roleName: null,
  checkIn: false,
  at: Date.now(),
  checkedIn: { confirmed: 0, waiting: 0 },
  expected: null,
  intervals: [],
  stations: [],
  missed: null,
  elsewhereSeenAt: null,
  lastArrival: { kind: 'none', because: 'nobody-expected' },
  pace: null,
  changes: { waiting: 0, refused: 0, oldestAt: null },
  offline: false,
  display: 'closed',
});

/** What the desk's channels answer while no connection is open, so that the page can start before everything is there. */
export const emptyDesk: RequestHandlers<DeskChannel> = {
  'stations:read': () => ({
    stationId: '',
    name: '',
    conventionName: '',
    primaryRecipe: null,
    checkInRoleId: null,
    furtherRecipes: [],
    roles: [],
    columns: [],
    sounds: true,
    afterAct: 'stay',
    missingRoles: [],
    done: { confirmed: 0, waiting: 0 },
  }),
  'stations:book': () => ({
    stations: [],
    currentId: '',
    builtIn: true,
    roles: [],
    access: 'free',
    nextTryAt: null,
    removed: null,
    problem: null,
  }),
  'stations:choose': notYet,
  'stations:save': notYet,
  'stations:duplicate': notYet,
  'stations:move': notYet,
  'stations:remove': notYet,
  'stations:restore': notYet,
  'stations:unlock': notYet,
  'stations:lock': () => ({}),
  'stations:set-pin': notYet,
  'directory:read': () => ({ people: 0, upToDateAt: null, sweep: null, problem: null }),
  'directory:search': ({ query }) => ({ query, hits: [], total: 0, searched: 0 }),
  'directory:scan': () => ({ query: '', hits: [], total: 0, searched: 0, searchedFor: '' }),
  'directory:look-up': () => ({ outcome: 'unreachable' }),
  'directory:diagnostics': notYet,
  'directory:open': notYet,
  'directory:close': () => ({}),
  'directory:reveal': notYet,
  'role-changes:read': () => ({
    waiting: 0,
    sending: 0,
    refused: 0,
    oldestAt: null,
    nextTryAt: null,
    heldBecause: null,
    unreadable: false,
    newer: false,
    lastAct: null,
  }),
  'role-changes:wish': notYet,
  'role-changes:run-recipe': notYet,
  'role-changes:undo': notYet,
  'role-changes:dismiss': notYet,
  'role-changes:list': () => ({ rows: [], more: false }),
  'role-changes:facets': () => ({ operators: [], roles: [] }),
  'role-changes:export': notYet,
  'rush-board:read': () => nothingToShow(),
  'rush-board:watch': () => nothingToShow(),
  'rush-board:expect': notYet,
  'rush-board:show': notYet,
  'rush-board:hide': () => ({}),
  'lists:read': () => ({ reading: false, draft: null, runs: [] }),
  'lists:roles': () => ({ roles: [] }),
  'lists:choose-file': notYet,
  'lists:paste': notYet,
  'lists:set-columns': notYet,
  'lists:set-change': notYet,
  'lists:rows': notYet,
  'lists:candidates': notYet,
  'lists:choose': notYet,
  'lists:apply': notYet,
  'lists:discard': () => ({}),
  'lists:pause': notYet,
  'lists:resume': notYet,
  'lists:cancel': notYet,
  'lists:undo': notYet,
  'lists:members': notYet,
  'lists:export-members': notYet,
  'lists:close-members': () => ({}),
};
