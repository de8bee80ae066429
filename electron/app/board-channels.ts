import type { RequestName } from '../../contract/desk/channel-names.ts';

/**
 * All that the rush board's own window may ask; the only event it gets is `rush-board:changed` (publish.ts). It has the same
 * preload as the desk and hangs where everybody sees it: who may ask what is decided here, by the window a message comes from.
 */
const boardChannels: ReadonlySet<RequestName> = new Set<RequestName>(['rush-board:read', 'rush-board:hide']);

export const boardMayAsk = (name: RequestName): boolean => boardChannels.has(name);
