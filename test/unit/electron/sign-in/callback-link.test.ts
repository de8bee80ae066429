import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Attempt, type AttemptState, stepAttempt } from '../../../../electron/sign-in/attempt.ts';
import { type CallbackLink, parseCallbackLink } from '../../../../electron/sign-in/callback-link.ts';

const expected = { redirectUri: 'rolecall://oauth/callback', issuer: 'https://service.example' };
const parse = (link: string): CallbackLink => parseCallbackLink(link, expected);
const base = 'rolecall://oauth/callback';

describe('parseCallbackLink', () => {
  it.each<[string, CallbackLink]>([
    [`${base}?code=c1&state=s1`, { kind: 'code', code: 'c1', state: 's1' }],
    [`${base}?state=s1&code=c1`, { kind: 'code', code: 'c1', state: 's1' }],
    [`ROLECALL://oauth/callback?code=c1&state=s1`, { kind: 'code', code: 'c1', state: 's1' }],
    [`${base}?code=a%20b%2Bc&state=s1`, { kind: 'code', code: 'a b+c', state: 's1' }],
    [`${base}?code=c1&state=s1&iss=https%3A%2F%2Fservice.example`, { kind: 'code', code: 'c1', state: 's1' }],
    [`${base}?code=c1&state=s1&extra=1`, { kind: 'code', code: 'c1', state: 's1' }],
    [`${base}?code=c1&state=s1&error=`, { kind: 'code', code: 'c1', state: 's1' }],
    [`${base}?error=access_denied&state=s1`, { kind: 'refused', error: 'access_denied', state: 's1' }],
    [`${base}?error=x&error_description=why&state=s1`, { kind: 'refused', error: 'x', state: 's1' }],
    [`${base}?error=access_denied&code=c1&state=s1`, { kind: 'malformed', state: 's1' }],
  ])('understands %s', (link, result) => {
    expect(parse(link)).toEqual(result);
  });

  it.each<[string, string]>([
    ['', 'characters'],
    [`${base}?state=s1`, 'no-answer'],
    [`${base}?code=c1`, 'no-state'],
    [`${base}?error=access_denied`, 'no-state'],
    [`${base}?code=c1&state=`, 'no-state'],
    [`${base}?code=c1&code=c2&state=s1`, 'doubled-parameter'],
    [`${base}?code=c1&state=s1&state=s1`, 'doubled-parameter'],
    [`${base}?code=c1&state=s1&iss=a&iss=b`, 'doubled-parameter'],
    [`${base}?code=c1&%63ode=c2&state=s1`, 'doubled-parameter'],
    [`${base}?code=c1&state=s1&iss=https://evil.example`, 'other-issuer'],
    [`${base}?code=c1&state=s1&iss=https://service.example/`, 'other-issuer'],
    [`${base}?code=${'x'.repeat(2_049)}&state=s1`, 'bad-value'],
    [`${base}?code=c1&state=${'x'.repeat(513)}`, 'bad-value'],
    [`${base}?code=c%00&state=s1`, 'bad-value'],
    [`${base}?code=c%0d%0a&state=s1`, 'bad-value'],
    [`${base}?code=c1&state=%E2%80%8Bs1`, 'bad-value'],
    [`${base}?error=%22&state=s1`, 'bad-value'],
    [`${base}?code=c1&state=s1#fragment`, 'other-address'],
    [`${base}#code=c1&state=s1`, 'other-address'],
    [`${base}/?code=c1&state=s1`, 'other-address'],
    [`rolecall:/oauth/callback?code=c1&state=s1`, 'other-address'],
    [`rolecall:oauth/callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://oauth/x/../callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://oauth/./callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://oauth/%63allback?code=c1&state=s1`, 'other-address'],
    [`rolecall://OAUTH/callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://oauth/CALLBACK?code=c1&state=s1`, 'other-address'],
    [`rolecall://oauth:80/callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://user@oauth/callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://evil/callback?code=c1&state=s1`, 'other-address'],
    [`rolecall://oauth\\callback?code=c1&state=s1`, 'other-address'],
    [`https://oauth/callback?code=c1&state=s1`, 'other-address'],
    [`javascript://oauth/callback?code=c1&state=s1`, 'other-address'],
    [` ${base}?code=c1&state=s1`, 'characters'],
    [`${base}?code=c1&state=s1 --no-sandbox`, 'characters'],
    [`${base}?code=c1&state=s1\n`, 'characters'],
    [`rоlecall://oauth/callback?code=c1&state=s1`, 'characters'],
    [`${base}?code=c1&state=s1&x=${'y'.repeat(1_000_000)}`, 'too-long'],
  ])('ignores %s', (link, reason) => {
    expect(parse(link)).toEqual({ kind: 'unrecognised', reason });
  });

  it('takes the port of a loopback redirect as part of the address', () => {
    const loopback = { redirectUri: 'http://127.0.0.1:4711/back', issuer: '' };
    expect(parseCallbackLink('http://127.0.0.1:4711/back?code=c&state=s', loopback).kind).toBe('code');
    expect(parseCallbackLink('http://127.0.0.1:4712/back?code=c&state=s', loopback).kind).toBe('unrecognised');
    expect(parseCallbackLink('http://127.0.0.1:4711.evil/back?code=c&state=s', loopback).kind).toBe('unrecognised');
  });

  it('accepts none of 100,000 hostile links and never throws', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('code=1', 'state=', 'state', '&', '?', '#', '%', '//', '@', ':', '..', base, 'rolecall', ' '),
    );
    const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(hostile, (link) => {
        const result = parse(link);
        // What is not our address letter by letter, with a state and an answer, is nothing to us.
        const [front, query = ''] = [link.split('?')[0] ?? '', link.slice(link.indexOf('?') + 1)];
        const plausible =
          front.toLowerCase().startsWith('rolecall:') &&
          front.endsWith('//oauth/callback') &&
          /state=./.test(decodeLoosely(query));
        if (!plausible && result.kind !== 'unrecognised') throw new Error(`Taken: ${result.kind}`);
      }),
      { numRuns: 100_000 },
    );
  }, 60_000);

  it('lets none of them move an attempt that waits, changed in whatever way from a real answer to somebody else', () => {
    const attempt: Attempt = {
      id: 'a',
      state: 'own-state-of-this-attempt',
      verifier: null,
      redirectUri: expected.redirectUri,
      startedAt: 0,
    };
    const waiting: AttemptState = { kind: 'waiting', attempt, browserFailed: false };
    const real = `${base}?code=c1&state=somebody-elses`;
    const put = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '&code=2',
        '&state=2',
        '%00',
        '\r\n',
        '#',
        '@evil',
        ' --no-sandbox',
        '&iss=https://service.example',
        '&error=access_denied',
        '\u202e',
        'own-state',
      ),
    );
    const change = fc.record({ at: fc.nat({ max: real.length }), without: fc.nat({ max: 4 }), put });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let link = real;
        for (const { at, without, put: text } of changes) link = link.slice(0, at) + text + link.slice(at + without);
        const step = stepAttempt(waiting, { kind: 'callback', link: parse(link) });
        if (step.state !== waiting || step.effect.kind !== 'ignored')
          throw new Error(`Moved by ${JSON.stringify(link)}`);
      }),
      { numRuns: 100_000 },
    );
  }, 60_000);

  it('gives back every code and state that a server may send', () => {
    const text = (max: number) => fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: max });
    fc.assert(
      fc.property(text(200), text(100), (code, state) => {
        const query = new URLSearchParams({ code, state });
        expect(parse(`${base}?${query}`)).toEqual({ kind: 'code', code, state });
      }),
    );
  });
});

function decodeLoosely(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join('&');
}
