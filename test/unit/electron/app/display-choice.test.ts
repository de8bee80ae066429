import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BoardEvent,
  type BoardPlace,
  boardClosed,
  chooseDisplay,
  moveBoard,
} from '../../../../electron/app/display-choice.ts';

const laptop = { id: 1, internal: true };
const projector = { id: 2, internal: false };
const screen = { id: 3, internal: false };

describe('chooseDisplay', () => {
  it.each([
    ['the other display', [laptop, projector], 1, { displayId: 2, own: true }],
    ['the laptop’s panel where the desk stands on the other', [laptop, projector], 2, { displayId: 1, own: true }],
    ['no panel where there is something else', [laptop, projector, screen], 3, { displayId: 2, own: true }],
    ['the desk’s own where it has the only one', [laptop], 1, { displayId: 1, own: false }],
    ['the desk’s own where none is known', [], 1, { displayId: 1, own: false }],
  ])('takes %s', (_what, displays, desk, chosen) => {
    expect(chooseDisplay(displays, desk)).toEqual(chosen);
  });
});

describe('moveBoard', () => {
  const show: BoardEvent = { kind: 'show', displays: [laptop, projector], deskDisplayId: 1 };
  const open = moveBoard(boardClosed, show);

  it('goes with its display, and comes back with it', () => {
    expect(open).toEqual({ kind: 'open', displayId: 2, own: true });
    const unplugged = moveBoard(open, { kind: 'display-removed', displayId: 2 });
    expect(unplugged).toEqual({ kind: 'unplugged', displayId: 2 });
    expect(moveBoard(unplugged, { kind: 'display-added', displayId: 3 })).toBe(unplugged);
    expect(moveBoard(unplugged, { kind: 'display-added', displayId: 2 })).toEqual(open);
    expect(moveBoard(unplugged, { kind: 'hide' })).toBe(boardClosed);
  });

  it('stays when another display goes, or is shown once more', () => {
    expect(moveBoard(open, { kind: 'display-removed', displayId: 1 })).toBe(open);
    expect(moveBoard(open, show)).toBe(open);
  });

  it('is on its own display or over the desk on the only one, whatever happens', () => {
    const display = fc.record({ id: fc.integer({ min: 1, max: 4 }), internal: fc.boolean() });
    const displays = fc.uniqueArray(display, { selector: ({ id }) => id, minLength: 1 });
    const id = fc.integer({ min: 1, max: 4 });
    const event: fc.Arbitrary<BoardEvent> = fc.oneof(
      fc.record({ kind: fc.constant('show' as const), displays, deskDisplayId: id }),
      fc.constant({ kind: 'hide' as const }),
      fc.record({ kind: fc.constantFrom('display-removed' as const, 'display-added' as const), displayId: id }),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let place: BoardPlace = boardClosed;
        for (const each of events) {
          const before = place;
          place = moveBoard(place, each);
          if (each.kind === 'hide') expect(place).toEqual(boardClosed);
          if (each.kind === 'show') expect(place.kind).toBe('open');
          if (each.kind === 'show' && place.kind === 'open' && before.kind !== 'open' && place.own) {
            expect(place.displayId).not.toBe(each.deskDisplayId);
          }
          // Never left on a display that is gone.
          if (each.kind === 'display-removed' && place.kind === 'open' && place.own) {
            expect(place.displayId).not.toBe(each.displayId);
          }
        }
      }),
    );
  });
});
