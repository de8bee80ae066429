import type { RequestHandlers } from '../../contract/desk/channel-map.ts';

type Watched = RequestHandlers<'directory:open' | 'directory:close'>;

/** Watches whether somebody is looking at a person: an update waits for that. Answers with the handlers to use instead. */
export function followOpenPerson<Handlers extends Watched>(
  handlers: Handlers,
): { readonly handlers: Handlers; readonly isOpen: () => boolean } {
  let isOpen = false;
  /** Counts openings and closings: what an earlier one comes to later says nothing any more. */
  let turn = 0;
  const become = (open: boolean): number => {
    isOpen = open;
    turn += 1;
    return turn;
  };
  return {
    isOpen: () => isOpen,
    handlers: {
      ...handlers,
      'directory:open': async (input: Parameters<Watched['directory:open']>[0]) => {
        const mine = become(true);
        try {
          return await handlers['directory:open'](input);
        } catch (error) {
          if (mine === turn) become(false);
          throw error;
        }
      },
      'directory:close': (input: Parameters<Watched['directory:close']>[0]) => {
        become(false);
        return handlers['directory:close'](input);
      },
    },
  };
}
