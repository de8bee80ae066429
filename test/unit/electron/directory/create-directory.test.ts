import { describe, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { settle } from '../../../support/directory/hand-clock.ts';
import { checkedIn, createMadeUpDirectory, staff, vendor } from '../../../support/directory/made-up-directory.ts';
import { person } from '../../../support/directory/made-up-people.ts';
import { createMadeUpService } from '../../../support/directory/made-up-service.ts';

const roles = [checkedIn, staff, vendor];
const maria = person({
  id: 'm',
  firstName: 'María',
  lastName: 'Núñez',
  phone: '+34600123456',
  email: 'maria.n@example.org',
});

async function started(people = [maria]) {
  const made = createMadeUpDirectory(createMadeUpService(people, roles));
  made.directory.start();
  await settle();
  return made;
}

describe('the directory', () => {
  it('goes from a sweep to a view', async () => {
    const { directory, search, of } = await started();
    const found = await search('nunez mar');
    expect(found).toMatchObject({ total: 1, searched: 1 });
    expect(found.hits[0]?.displayName).toEqual({
      text: 'María Núñez',
      marks: [
        [0, 3],
        [6, 11],
      ],
    });
    const view = await directory.handlers['directory:open']({ userId: 'm' });
    expect(view).toMatchObject({ displayName: 'María Núñez', maskedEmail: 'm•••@example.org', freshAt: null });
    await settle();
    expect(of('directory:person-changed').at(-1)).toMatchObject({ userId: 'm', notFreshBecause: null });
    expect(of('directory:person-changed').at(-1)?.freshAt).not.toBeNull();
  });

  it('lists nobody for an empty query (R18)', async () => {
    const { search } = await started();
    for (const query of ['', ' ', '\t', '-', "'"]) expect(await search(query)).toMatchObject({ hits: [], total: 0 });
  });

  it('keeps the old state of a sweep that failed, and says why', async () => {
    const made = await started([maria, person({ id: 'gone', lastName: 'Gone' })]);
    made.service.people = [maria];
    made.service.intercept = (call) =>
      call.startsWith('searchUsers all') ? Promise.reject(new RolecallError('service-forbidden', 'No.')) : undefined;
    await made.clock.pass(6 * 60_000);
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ people: 2, problem: 'service-forbidden' });
    made.service.intercept = () => undefined;
    await made.clock.pass(6 * 60_000);
    expect(made.directory.handlers['directory:read']({})).toMatchObject({ people: 1, problem: null });
    expect((await made.search('gone')).total).toBe(0);
  });
});
