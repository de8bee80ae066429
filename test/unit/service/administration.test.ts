import { describe, expect, test } from 'vitest';
import { administrationUsage, isAdministration, readAdministration } from '../../../service/administration/commands.ts';
import { fieldLines, printable, tableLines } from '../../../service/administration/text.ts';

test('a word is a command, an option or nothing is a start', () => {
  expect(isAdministration(['role', 'list'])).toBe(true);
  expect(isAdministration(['--port', '0'])).toBe(false);
  expect(isAdministration([])).toBe(false);
});

test('reads a command, where its event is, and whether a program will read the answer', () => {
  expect(readAdministration(['role', 'rename', '101', 'Checked in', '--data-dir', 'event', '--json'])).toEqual({
    task: { kind: 'rename-role', roleId: '101', name: 'Checked in' },
    begins: false,
    location: { kind: 'folder', folder: 'event' },
    databaseTemplate: undefined,
    json: true,
  });
  expect(readAdministration(['operator', 'add', 'a@b', '--database-url', 'postgres://h/x'])).toMatchObject({
    task: { kind: 'add-operator', operator: { email: 'a@b', permissions: ['pii:basic'] }, passwordFromInput: false },
    begins: true,
    location: { kind: 'server' },
  });
  expect(readAdministration(['help'])).toBe('help');
  expect(readAdministration(['role', 'add', '--help'])).toBe('help');
});

describe('says how to write it', () => {
  test.each([
    ['an unknown command', ['roles', 'list'], /no command “roles”.*application, operator, role, event/],
    ['no verb', ['role'], /After “role” comes one of: add, rename, list/],
    ['an unknown verb', ['operator', 'fire'], /add, list, permissions/],
    ['too little', ['role', 'rename', '101'], /role rename ROLE_ID NAME/],
    ['too much', ['role', 'add', 'Checked', 'in'], /role add NAME/],
    ['an option of another command', ['role', 'add', 'X', '--obo-scopes', 'x'], /--obo-scopes.*role add NAME/],
    ['no event', ['role', 'list'], /--data-dir DIR or --database-url/],
    ['a change of nothing', ['application', 'change', '1', '--data-dir', 'x'], /Say what to change/],
    [
      'a scope that nobody knows',
      ['operator', 'permissions', 'a@b', 'user:raed', '--data-dir', 'x'],
      /Unknown: user:raed/,
    ],
    [
      'an OBO scope for integration',
      ['application', 'change', '1', '--integration-scopes', 'pii:basic', '--data-dir', 'x'],
      /--obo-scopes/,
    ],
  ])('with %s', (_what, words, message) => {
    expect(() => readAdministration(words)).toThrow(message);
  });
});

test('the help shows every command', () => {
  for (const words of ['application register', 'operator disable EMAIL', 'role rename ROLE_ID NAME', 'event name']) {
    expect(administrationUsage).toContain(words);
  }
});

test('text is aligned, and names can not steer a terminal', () => {
  expect(
    fieldLines([
      ['id', '1'],
      ['longer', '2'],
    ]),
  ).toEqual(['  id      1', '  longer  2']);
  expect(
    tableLines(
      ['id', 'name'],
      [
        ['1', 'A'],
        ['100', 'B'],
      ],
    ),
  ).toEqual(['id   name', '1    A', '100  B']);
  expect(printable('a\u001b[31mb\u202ec\n🦊')).toBe('a\u{fffd}[31mb\u{fffd}c\u{fffd}🦊');
});
