import { expect, it } from 'vitest';
import type { PersonView } from '../../../../contract/desk/directory.ts';
import type { Result } from '../../../../contract/desk/errors.ts';
import { createProgram } from '../../../../renderer/bridge.ts';
import { createPerson } from '../../../../renderer/state/person.ts';
import { createFakeBridge, ok } from '../../../gallery/fake-bridge.ts';
import { view } from '../../../gallery/made-up.ts';

function opening() {
  const answers = new Map<string, (result: Result<PersonView>) => void>();
  const details: (() => void)[] = [];
  const fake = createFakeBridge({
    'directory:open': ({ userId }) => new Promise((resolve) => answers.set(userId, resolve)),
    'directory:reveal': ({ userId }) =>
      new Promise((resolve) =>
        details.push(() => resolve(ok({ userId, legalName: 'Legal', email: 'e', phone: null, addressLines: [] }))),
      ),
  });
  const person = createPerson(createProgram(fake.bridge));
  person.start();
  return {
    person,
    fake,
    details,
    state: () => person.store.getState(),
    answer: (userId: string, found: PersonView) => answers.get(userId)?.(ok(found)),
  };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

it('shows the second of two people opened in a row, whichever answer comes last', async () => {
  const { person, state, answer } = opening();
  void person.open('a');
  void person.open('b');
  await settled();
  answer('b', view('b'));
  answer('a', view('a'));
  await settled();
  expect(state()).toMatchObject({ kind: 'open', userId: 'b' });
});

it('keeps what an event said when the answer to opening comes after it', async () => {
  const { person, fake, state, answer } = opening();
  void person.open('a');
  await settled();
  fake.publish('directory:person-changed', view('a', { username: 'newer' }));
  answer('a', view('a', { username: 'older' }));
  await settled();
  expect(state()).toMatchObject({ kind: 'open', view: { username: 'newer' } });
});

it('ignores events about anybody else and after closing', async () => {
  const { person, fake, state, answer } = opening();
  void person.open('a');
  await settled();
  answer('a', view('a'));
  await settled();
  fake.publish('directory:person-changed', view('b'));
  expect(state()).toMatchObject({ userId: 'a' });
  person.close();
  fake.publish('directory:person-changed', view('a'));
  expect(state()).toEqual({ kind: 'none' });
  expect(fake.asked.at(-1)?.name).toBe('directory:close');
});

it('never shows details that arrive after they were hidden or the person was closed', async () => {
  const { person, details, state, answer } = opening();
  void person.open('a');
  await settled();
  answer('a', view('a'));
  await settled();

  void person.reveal();
  await settled();
  person.hide();
  details[0]?.();
  await settled();
  expect(state()).toMatchObject({ kind: 'open', reveal: { kind: 'hidden' } });

  void person.reveal();
  await settled();
  person.close();
  details[1]?.();
  await settled();
  expect(state()).toEqual({ kind: 'none' });
});

it('shows details asked for again after they were hidden, once', async () => {
  const { person, details, state, answer } = opening();
  void person.open('a');
  await settled();
  answer('a', view('a'));
  await settled();
  void person.reveal();
  await settled();
  details[0]?.();
  await settled();
  expect(state()).toMatchObject({ reveal: { kind: 'shown', details: { legalName: 'Legal' } } });
});
