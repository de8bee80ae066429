import { describe, expect, test } from 'vitest';
import { electronArguments, splitArguments } from '../../../scripts/arguments.mjs';

describe('splitArguments', () => {
  test('takes its own switches out and leaves the order of the rest', () => {
    const { own, rest } = splitArguments(['--practice', '--quick', 'file', '--user-data-dir=/x'], ['--quick']);
    expect([...own]).toEqual(['--quick']);
    expect(rest).toEqual(['--practice', 'file', '--user-data-dir=/x']);
  });

  test('drops one `--`, and what follows it is never its own', () => {
    const { own, rest } = splitArguments(['--', '--quick', '--'], ['--quick']);
    expect(own.size).toBe(0);
    expect(rest).toEqual(['--quick', '--']);
  });
});

describe('electronArguments', () => {
  const situation = { root: '/app', isRoot: false, onlyWayland: false, forApp: ['--practice', '--connection=a.json'] };

  test('the app folder comes before the arguments of the app', () => {
    expect(electronArguments(situation)).toEqual(['/app', '--practice', '--connection=a.json']);
  });

  test('the sandbox is given up for root only, and once', () => {
    expect(electronArguments({ ...situation, isRoot: true })[0]).toBe('--no-sandbox');
    const asked = electronArguments({ ...situation, isRoot: true, forApp: ['--no-sandbox'] });
    expect(asked.filter((argument) => argument === '--no-sandbox')).toHaveLength(1);
    expect(electronArguments(situation)).not.toContain('--no-sandbox');
  });

  test('a desktop without X11 is named', () => {
    expect(electronArguments({ ...situation, onlyWayland: true })).toContain('--ozone-platform=wayland');
  });
});
