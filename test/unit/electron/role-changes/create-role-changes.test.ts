import { afterEach, describe, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { createDesk, type Desk } from './support/desk.ts';
import { createFakeService } from './support/fake-client.ts';

const desks: Desk[] = [];
async function deskFor(...input: Parameters<typeof createDesk>): Promise<Desk> {
  const desk = await createDesk(...input);
  desks.push(desk);
  return desk;
}
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.changes.dispose();
});

const unreachable = new RolecallError('network-unreachable', 'No network.');

describe('a wish', () => {
  it('is written, read back and then confirmed', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect(service.requests).toEqual(['add u1/staff convention', 'read u1']);
    expect((await desk.rows())[0]).toMatchObject({ state: 'confirmed', operator: 'Robin', roleName: 'Role staff' });
    expect(await desk.state()).toMatchObject({ waiting: 0, sending: 0, refused: 0, oldestAt: null });
  });
});
void unreachable;
