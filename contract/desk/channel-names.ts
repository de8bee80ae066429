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
  'connections:make-desk-link',
  'connections:copy-desk-link',
  'connections:save-desk-link',
  'connections:forget-desk-link',
  'connections:offer',
  'connections:unseal',
  'connections:accept-offer',
  'connections:decline-offer',
  'settings:read',
  'settings:change',
  'role-changes:list',
  'role-changes:export',
] as const;
export type RequestName = (typeof requestNames)[number];
  'directory:look-up',
  'directory:diagnostics',

export const eventNames = [
  'sign-in:changed',
  'connections:changed',
  'stations:changed',
  'directory:changed',
  'directory:person-changed',
  'role-changes:changed',
] as const;
export type EventName = (typeof eventNames)[number];
  'connections:test-changed',
  'settings:changed',
