// pretix/pretixscan-android#49, desktop#65: offline everything was "invalid", as a class of records was left out of the copy.
import { expect, it } from 'vitest';
import { RolecallError } from '../../electron/errors.ts';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R20: the copy has every kind of record the service has, and answers the same with the network down', async () => {
  const people = Array.from({ length: 350 }, (_, index) =>
    person({
      id: `p${index}`,
      firstName: index % 7 === 0 ? '' : `First${index}`,
      lastName: index % 11 === 0 ? '' : 'Copy',
      preferredName: index % 3 === 0 ? `Call${index}` : null,
      verified: index % 2 === 0,
      phone: index % 5 === 0 ? null : `+49${String(index).padStart(9, '0')}`,
      email: index % 13 === 0 ? '' : `mail${index}@example.org`,
    }),
  );
  const { directory, service, search, clock } = await deskWith(people);
  service.intercept = () => Promise.reject(new RolecallError('network-unreachable', 'Down.'));
  await clock.pass(10 * 60_000);
  expect(directory.handlers['directory:read']({})).toMatchObject({ people: 350, problem: 'network-unreachable' });
  for (const { id } of people) {
    expect(directory.displayNameOf(id)).not.toBeNull();
    expect((await search(id)).hits[0]?.userId).toBe(id);
  }
  const view = await directory.handlers['directory:open']({ userId: 'p7' });
  expect(view.userId).toBe('p7');
  directory.dispose();
});
