/** Presses of one role's switch, faster than answers come: the renderer's acts over the program's real role changes. */
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestInput } from '../../../../contract/desk/channel-map.ts';
import type { PersonRole } from '../../../../contract/desk/directory.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import type { Program } from '../../../../renderer/bridge.ts';
import { createActs } from '../../../../renderer/state/acts.ts';
import * as madeUp from '../../../gallery/made-up.ts';
import { createDesk, type Desk, untilQuiet } from '../../electron/role-changes/support/desk.ts';
import { createFakeService } from '../../electron/role-changes/support/fake-client.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** `slow`: turns of the event loop each request to the service takes. `lost`: whose answers never come, in their order. */
async function atTheSwitch(slow: number, lost: readonly boolean[]) {
  const service = createFakeService();
  service.delay = () => untilQuiet(slow);
  let requests = 0;
  service.fault = () => {
    requests += 1;
    const error = new RolecallError('network-timeout', 'No answer.');
    return lost[requests - 1] === true ? { kind: 'after', error } : undefined;
  };
  const desk: Desk = await createDesk({ client: service.client });
  folders.push(desk.journalFolder);
  const program: Program = {
    ask: async (name, input) => {
      if (name !== 'role-changes:wish') throw new Error(`Nobody asks for ${name} here.`);
      const value = await desk.changes.handlers['role-changes:wish'](input as RequestInput<'role-changes:wish'>);
      return { ok: true, value: value as never };
    },
    askAhead: () => {},
    askAtOnce: (name) => {
      throw new Error(`Nobody asks for ${name} here.`);
    },
    listen: () => () => undefined,
  };
  const acts = createActs(program);
  /** As the card would show it at this moment. */
  const onScreen = (): PersonRole => {
    const wish = desk.changes.overlay.of('ada').get('vendor');
    const held = wish === undefined ? service.held.has('ada/vendor') : wish.wanted === 'held';
    return { ...madeUp.role('Vendor'), held, roleScope: held ? 'convention' : null };
  };
  return { service, desk, press: () => acts.toggle('ada', onScreen()) };
}

describe('presses of one switch in quick succession', () => {
  it('all count, and an odd number of them can be undone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.boolean(), { maxLength: 6 }),
        async (gaps, slow, lost) => {
          const { service, desk, press } = await atTheSwitch(slow, lost);
          const presses: Promise<boolean>[] = [];
          for (const gap of gaps) {
            presses.push(press());
            await untilQuiet(gap);
          }
          expect((await Promise.all(presses)).every(Boolean)).toBe(true);
          for (let turn = 0; turn < 200 && desk.changes.unsent() > 0; turn += 1) await desk.settle(60_000);
          const on = gaps.length % 2 === 1;
          expect(service.held.has('ada/vendor')).toBe(on);
          const { lastAct } = await desk.state();
          expect(lastAct).toMatchObject({ kind: on ? 'give' : 'take', subject: 'Role vendor' });
          if (on) {
            expect(lastAct?.undoable).toBe(true);
            await desk.changes.handlers['role-changes:undo']({});
            for (let turn = 0; turn < 200 && desk.changes.unsent() > 0; turn += 1) await desk.settle(60_000);
            expect(service.held.has('ada/vendor')).toBe(false);
          }
          await desk.changes.dispose();
        },
      ),
      { numRuns: 40 },
    );
  });
});
