import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tellingLines, withoutMessage } from '../../../../electron/diagnostics/telling-lines.ts';

const line = (fields: Record<string, unknown>): string =>
  JSON.stringify({ time: '2026-11-28T08:00:00.000Z', level: 'info', event: 'request-refused', ...fields });

describe('events of the log', () => {
  it('keeps our own words, numbers and switches', () => {
    const fields = {
      channel: 'directory:search',
      code: 'role-held-globally',
      reason: 'signed out',
      version: '0.1.0',
      took: 12,
      done: true,
    };
    expect(tellingLines(line(fields), 10)).toEqual([
      { time: '2026-11-28T08:00:00.000Z', level: 'info', event: 'request-refused', fields },
    ]);
  });

  it.each([
    ['a name where a code should be', { code: 'Zora Quill' }],
    ['a name in a field nobody knows', { guest: 'zora' }],
    ['an address', { what: 'zora@example.org' }],
    ['a host', { reason: 'https://reg.example.org/' }],
    ['a number as text', { why: '+49 170 1234567' }],
    ['a word of a script of its own', { kind: 'ゾラ' }],
    ['what looks like a code and is none', { code: 'zora-quill' }],
    ['one word among ours', { reason: 'refused zora' }],
  ])('leaves out %s', (_what, fields) => {
    const [told] = tellingLines(line(fields), 10);
    expect(Object.values(told?.fields ?? {})).toEqual(['[left out]']);
  });

  it('leaves out lines that are none of ours', () => {
    const text = [
      '',
      'no JSON',
      '"text"',
      line({ level: 'loud' }),
      line({ event: 'Zora came in' }),
      line({ time: 'today' }),
    ].join('\n');
    expect(tellingLines(text, 10)).toEqual([]);
  });

  it('keeps the last ones', () => {
    const text = Array.from({ length: 30 }, (_none, number) => line({ number })).join('\n');
    expect(tellingLines(text, 3).map(({ fields }) => fields.number)).toEqual([27, 28, 29]);
  });
});

describe('an error', () => {
  it('keeps its kind and where it was, and nothing it says', () => {
    const stack = [
      'TypeError: Zora Quill has no roles (zora@example.org)',
      '    at open (file:///home/zora/rolecall/dist/electron/main.js:120:7)',
      '    at async C:\\Users\\zora\\main.js:3:1',
      '    at Object.<anonymous> (node:internal/process:1:2)',
    ].join('\n');
    expect(withoutMessage(stack)).toBe('TypeError < open main.js:120:7 < main.js:3:1 < Object.<anonymous> process:1:2');
  });

  it.each(['Zora is not here', '', 'object'])('is only an error where it is no stack: %s', (text) => {
    expect(withoutMessage(text)).toBe('Error');
  });

  it('is not fooled by a message that looks like a frame', () => {
    expect(withoutMessage('Error: x\n    at Zora Quill, Elm Street 3 (home)\n    at run (main.js:1:2)')).not.toMatch(
      /Zora|Elm/,
    );
  });
});

it('every event is named where it is logged, so that no text of anybody’s becomes one', () => {
  const folder = new URL('../../../../electron/', import.meta.url).pathname;
  const calls = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const source = readFileSync(path.join(folder, name), 'utf8');
      return [...source.matchAll(/\blog\.(?:info|warn|error)\(\s*([^,)\s]+)/g)].map(([, first = '']) => ({
        name,
        first,
      }));
    });
  expect(calls.length).toBeGreaterThan(60);
  const unnamed = calls.filter(({ first }) => !/^'[a-z]+(?:[-.][a-z]+)*'$/.test(first));
  // A helper that passes on what its own callers name, two lines away.
  expect(unnamed.filter(({ first }) => first !== 'what' && first !== 'event')).toEqual([]);
});
