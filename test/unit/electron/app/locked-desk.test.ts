import { describe, expect, it } from 'vitest';
import type { RequestHandlers } from '../../../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../../../contract/desk/channel-names.ts';
import { refuseWhileLocked } from '../../../../electron/app/locked-desk.ts';

const open = [
  'app:read',
  'connections:read',
  'directory:close',
  'directory:read',
  'practice:read',
  'practice:start-service',
  'role-changes:read',
  'rush-board:hide',
  'rush-board:read',
  'rush-board:watch',
  'settings:read',
  'sign-in:read',
  'sign-in:sign-out',
  'sign-in:unlock',
  'stations:book',
  'stations:read',
];

function setUp() {
  const called: string[] = [];
  let locked = false;
  const answer = { locked: false };
  const handlers = Object.fromEntries(
    requestNames.map((name) => [
      name,
      async () => {
        called.push(name);
        await Promise.resolve();
        if (answer.locked) locked = true;
        return {};
      },
    ]),
  ) as unknown as RequestHandlers<RequestName>;
  const guarded = refuseWhileLocked(handlers, () => locked) as unknown as Record<
    RequestName,
    (input: unknown) => unknown
  >;
  const codeOf = async (name: RequestName): Promise<unknown> => {
    try {
      await guarded[name]({});
      return 'answered';
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  return {
    called,
    answer,
    codeOf,
    lock: (value: boolean) => {
      locked = value;
    },
  };
}

describe('refuseWhileLocked', () => {
  it('passes everything on while the desk is open', async () => {
    const { called, codeOf } = setUp();
    for (const name of requestNames) expect(await codeOf(name)).toBe('answered');
    expect(called).toEqual([...requestNames]);
  });

  it.each(requestNames)('%s: only how things stand and the way out are answered while locked', async (name) => {
    const { called, codeOf, lock } = setUp();
    lock(true);
    expect(await codeOf(name)).toBe(open.includes(name) ? 'answered' : 'desk-locked');
    expect(called).toEqual(open.includes(name) ? [name] : []);
  });

  it('keeps to itself what was asked about people before it was locked', async () => {
    const { codeOf, answer, lock } = setUp();
    answer.locked = true;
    for (const name of ['directory:search', 'directory:open', 'directory:reveal', 'role-changes:list'] as const) {
      lock(false);
      expect(await codeOf(name)).toBe('desk-locked');
    }
    // A wish that was taken on was taken on.
    lock(false);
    expect(await codeOf('role-changes:wish')).toBe('answered');
  });
});
