import { expect, it } from 'vitest';
import type { RequestHandlers } from '../../../../contract/desk/channel-map.ts';
import { followOpenPerson } from '../../../../electron/updates/open-person.ts';
import { codeOf } from '../../../support/code-of.ts';
import { settle } from '../../../support/directory/hand-clock.ts';

type View = Awaited<ReturnType<RequestHandlers<'directory:open'>['directory:open']>>;

function setUp() {
  const answers: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const { handlers, isOpen } = followOpenPerson<RequestHandlers<'directory:open' | 'directory:close'>>({
    'directory:open': () =>
      new Promise<View>((resolve, reject) => answers.push({ resolve: () => resolve({} as View), reject })),
    'directory:close': () => ({}),
  });
  return { handlers, isOpen, answers };
}

it('knows of a person from when they are asked for until they are put away', async () => {
  const { handlers, isOpen, answers } = setUp();
  expect(isOpen()).toBe(false);
  const opening = handlers['directory:open']({ userId: '1' });
  expect(isOpen()).toBe(true);
  answers[0]?.resolve();
  await opening;
  expect(isOpen()).toBe(true);
  await handlers['directory:close']({});
  expect(isOpen()).toBe(false);
});

it('takes nobody for open who was put away before the answer came', async () => {
  const { handlers, isOpen, answers } = setUp();
  const opening = handlers['directory:open']({ userId: '1' });
  await handlers['directory:close']({});
  answers[0]?.resolve();
  await opening;
  expect(isOpen()).toBe(false);
});

it('takes nobody for open who could not be opened, unless the next one is', async () => {
  const { handlers, isOpen, answers } = setUp();
  const first = codeOf(() => handlers['directory:open']({ userId: '1' }));
  void handlers['directory:open']({ userId: '2' });
  await settle();
  answers[0]?.reject(new Error('gone'));
  await first;
  expect(isOpen()).toBe(true);
  const third = codeOf(() => handlers['directory:open']({ userId: '3' }));
  answers[2]?.reject(new Error('gone'));
  await third;
  expect(isOpen()).toBe(false);
});
