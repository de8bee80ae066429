/**
 * The names of all IPC channels, `domain:verb`. They stand apart from the schemas so that the preload, which only needs
 * names, stays small; channel-map.ts does not compile unless it has exactly these.
 */
export const requestNames = [
  'app:read',
  'sign-in:read',
  'sign-in:start',
  'sign-in:cancel',
  'sign-in:open-browser-again',
  'sign-in:copy-link',
  'sign-in:paste-address',
  'sign-in:sign-out',
  'connections:read',
  'connections:choose-file',
  'connections:use',
  'connections:remove',
  'stations:read',
  'directory:read',
  'directory:search',
  'directory:scan',
  'directory:open',
  'directory:close',
  'directory:reveal',
  'role-changes:read',
  'role-changes:wish',
  'role-changes:run-recipe',
  'role-changes:undo',
  'role-changes:dismiss',
  'role-changes:list',
  'role-changes:export',
] as const;
export type RequestName = (typeof requestNames)[number];

export const eventNames = [
  'sign-in:changed',
  'connections:changed',
  'stations:changed',
  'directory:changed',
  'directory:person-changed',
  'role-changes:changed',
] as const;
export type EventName = (typeof eventNames)[number];
