/** R23 (SandeepVashishtha/Eventra#16262): the server answered 5xx after it had committed; sending again doubled. */
import { afterEach, expect, it } from 'vitest';
import { RolecallError } from '../../electron/errors.ts';
import { createDesk, type Desk } from '../unit/electron/role-changes/support/desk.ts';
import { createFakeService } from '../unit/electron/role-changes/support/fake-client.ts';

const desks: Desk[] = [];
async function deskFor(...input: Parameters<typeof createDesk>): Promise<Desk> {
  const desk = await createDesk(...input);
  desks.push(desk);
  return desk;
}
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.changes.dispose();
});

it.each(['network-service-broken', 'network-timeout', 'network-unreachable', 'service-unexpected-answer'] as const)(
  'a change that was made though the answer was %s is confirmed and not sent again',
  async (code) => {
    const service = createFakeService();
    let faults = 1;
    service.fault = (operation) =>
      operation === 'add' && faults-- > 0 ? { kind: 'after', error: new RolecallError(code, 'Lost.') } : undefined;
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle(5_000);
    expect(service.requests.filter((line) => line.startsWith('add'))).toHaveLength(1);
    expect((await desk.rows())[0]).toMatchObject({ state: 'confirmed', refusal: null, undoable: true });
  },
);
