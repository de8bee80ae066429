import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../../contract/desk/errors.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import {
  type OperatorRecord,
  OperatorTokens,
  operatorRecordSchema,
} from '../../../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../../../electron/sign-in/sealed-file.ts';
import type { TokenOutcome } from '../../../../electron/sign-in/token-endpoint.ts';
import { createHandClock, settle } from '../../../support/directory/hand-clock.ts';
import { sequencesTimeoutMs, slowSequences } from '../../../support/sequences.ts';
import {
  createFakeCipher,
  createFakeEndpoint,
  createMemoryFiles,
  grantOf,
  notSent,
  refusedWith,
  unknownOutcome,
} from '../../../support/sign-in/fakes.ts';

const hour = 3_600_000;
const vaultFile = '/c/sign-in.json';
const markerFile = '/c/refresh-marker.json';

function setUp() {
  const files = createMemoryFiles();
  const cipher = createFakeCipher();
  const clock = createHandClock();
  const endpoint = createFakeEndpoint();
  const told: (ErrorCode | null | string)[] = [];
  let running = 0;
  const open = () =>
    new OperatorTokens({
      endpoint,
      vault: new SealedFile({
        files,
        cipher,
        file: vaultFile,
        schema: operatorRecordSchema,
        now: clock.now,
        log: silentLog,
      }),
      files,
      markerFile,
      exclusive: async (task) => {
        running += 1;
        expect(running).toBe(1);
        try {
          return await task();
        } finally {
          running -= 1;
        }
      },
      redirectUri: 'rolecall://oauth/callback',
      clock,
      log: silentLog,
      listener: {
        ended: (notice) => told.push(`ended ${notice}`),
        noticed: (notice) => told.push(notice),
        kept: () => {},
      },
    });
  const record = (number = 0): OperatorRecord => ({
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    oauthScopes: ['pii:basic'],
    expiresAt: clock.now() + hour,
    lifetimeMs: hour,
    operator: { id: '9001', label: 'Ada', initials: 'A' },
  });
  const stored = async (): Promise<OperatorRecord | null> => {
    const text = files.content.get(vaultFile);
    if (text === undefined) return null;
    const { plain } = await cipher.open((JSON.parse(text) as { sealed: string }).sealed);
    return JSON.parse(plain) as OperatorRecord;
  };
  return { files, cipher, clock, endpoint, told, open, record, stored };
}

async function signedIn() {
  const parts = setUp();
  const tokens = parts.open();
  await tokens.adopt(parts.record());
  return { ...parts, tokens };
}

describe('OperatorTokens', () => {
  it('hands out the access token while it is good, and renews it a minute before it ends', async () => {
    const { tokens, clock, endpoint } = await signedIn();
    await clock.pass(hour - 61_000);
    expect((await tokens.accessToken()).accessToken).toBe('access-0');
    await clock.pass(1_000);
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
    expect(endpoint.calls).toEqual(['refresh refresh-0']);
  });

  it('hands out the token to its end where it can not be renewed ahead, and not a moment longer', async () => {
    const { tokens, clock, endpoint, told } = await signedIn();
    endpoint.next.push({ kind: 'busy', status: 503, retryAfterMs: null }, notSent, refusedWith('invalid_grant'));
    await clock.pass(hour - 1_000);
    expect((await tokens.accessToken()).accessToken).toBe('access-0');
    expect(told).toContain('network-service-broken');
    await clock.pass(1_000);
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'network-unreachable' });
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'sign-in-required' });
  });

  it.each([
    [null, 5_000],
    [20_000, 20_000],
  ])('asks a busy service for no renewal with every request: Retry-After %s', async (retryAfterMs, waitMs) => {
    const { tokens, clock, endpoint } = await signedIn();
    endpoint.next.push({ kind: 'busy', status: 429, retryAfterMs });
    await clock.pass(hour - 50_000);
    for (let asked = 0; asked < 3; asked += 1) expect((await tokens.accessToken()).accessToken).toBe('access-0');
    await clock.pass(waitMs - 1);
    expect((await tokens.accessToken()).accessToken).toBe('access-0');
    expect(endpoint.calls).toEqual(['refresh refresh-0']);
    await clock.pass(1);
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
  });

  it('sends one refresh however many ask (report C35)', async () => {
    const { tokens, clock, endpoint } = await signedIn();
    await clock.pass(hour);
    const all = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken()));
    expect(new Set(all.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']));
    expect(endpoint.calls).toHaveLength(1);
  });

  it('writes what a refresh brought before it hands it out, and keeps the rotated token (reports C37, C39)', async () => {
    const { tokens, clock, endpoint, stored, files } = await signedIn();
    await clock.pass(hour);
    const renewed = await tokens.accessToken();
    expect(await stored()).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
    expect(renewed.refreshToken).toBe('refresh-1');
    expect(files.content.has(markerFile)).toBe(false);
    await clock.pass(hour);
    await tokens.accessToken();
    expect(endpoint.calls).toEqual(['refresh refresh-0', 'refresh refresh-1']);
  });

  it('keeps the old refresh token where the answer brings none (RFC 6749 6)', async () => {
    const { tokens, clock, endpoint } = await signedIn();
    endpoint.next.push({ kind: 'granted', grant: { ...grantOf(7), refreshToken: null } });
    await clock.pass(hour);
    expect(await tokens.accessToken()).toMatchObject({ accessToken: 'access-7', refreshToken: 'refresh-0' });
  });

  it('marks the token before it is spent, without writing the token', async () => {
    const { tokens, clock, endpoint, files } = await signedIn();
    let marker = '';
    endpoint.next.push(async () => {
      marker = files.content.get(markerFile) ?? '';
      return { kind: 'granted', grant: grantOf(1) };
    });
    await clock.pass(hour);
    await tokens.accessToken();
    expect(JSON.parse(marker)).toMatchObject({ tokenHash: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(marker).not.toContain('refresh-0');
  });

  it.each<[string, TokenOutcome, ErrorCode]>([
    ['nothing was sent', notSent, 'network-unreachable'],
    ['the service asks to wait', { kind: 'busy', status: 429, retryAfterMs: 5_000 }, 'network-rate-limited'],
    ['the service is broken', { kind: 'not-understood', status: 500, portal: false }, 'network-service-broken'],
    ['a portal answers', { kind: 'not-understood', status: 200, portal: true }, 'network-captive-portal'],
    ['the application is refused', refusedWith('invalid_client', 401), 'oauth-invalid-client'],
    ['anything else is refused', refusedWith('invalid_request'), 'oauth-refused'],
  ])('stays signed in when %s (report C40)', async (_what, outcome, code) => {
    const { tokens, clock, endpoint, told, stored } = await signedIn();
    endpoint.next.push(outcome);
    await clock.pass(hour);
    await expect(tokens.accessToken()).rejects.toMatchObject({ code });
    expect(told).toContain(code);
    expect(tokens.current()?.refreshToken).toBe('refresh-0');
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-0' });
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
    expect(told.at(-1)).toBeNull();
  });

  it('tries once more at once where nobody knows whether the refresh arrived, and leaves the marker', async () => {
    const { tokens, clock, endpoint, files } = await signedIn();
    endpoint.next.push(unknownOutcome, unknownOutcome);
    await clock.pass(hour);
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'network-timeout' });
    expect(endpoint.calls).toEqual(['refresh refresh-0', 'refresh refresh-0']);
    expect(files.content.has(markerFile)).toBe(true);
    expect(tokens.current()).not.toBeNull();
  });

  it('ends the session on invalid_grant alone, and deletes what it kept', async () => {
    const { tokens, clock, endpoint, told, files } = await signedIn();
    endpoint.next.push(refusedWith('invalid_grant'));
    await clock.pass(hour);
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(told).toContain('ended oauth-invalid-grant');
    expect(tokens.current()).toBeNull();
    expect([...files.content.keys()]).toEqual([]);
  });

  it('says that the sign-in was interrupted where a lost answer spent the token (checklist B63)', async () => {
    const parts = await signedIn();
    parts.endpoint.next.push(unknownOutcome, unknownOutcome);
    await parts.clock.pass(hour);
    await parts.tokens.accessToken().catch(() => undefined);
    // The program was killed here and starts again.
    const again = parts.open();
    expect(await again.restore()).toEqual({ signedIn: true, notice: null });
    parts.endpoint.next.push(refusedWith('invalid_grant'));
    await expect(again.accessToken()).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(parts.told).toContain('ended sign-in-interrupted');
  });

  it.each<[string, TokenOutcome[], TokenOutcome[]]>([
    ['at once', [unknownOutcome, refusedWith('invalid_grant')], []],
    ['after the network went away', [unknownOutcome, notSent], [refusedWith('invalid_grant')]],
    ['after the service was busy', [unknownOutcome, unknownOutcome], [notSent, refusedWith('invalid_grant')]],
  ])('says so too where the service tells it %s', async (_when, lost, then) => {
    const { tokens, clock, endpoint, told } = await signedIn();
    endpoint.next.push(...lost, ...then);
    await clock.pass(hour);
    while (tokens.current() !== null) await tokens.accessToken().catch(() => undefined);
    expect(endpoint.next).toEqual([]);
    expect(told.at(-1)).toBe('ended sign-in-interrupted');
  });

  it('takes over what another process has rotated, before and after asking (reports C35, C36)', async () => {
    const parts = await signedIn();
    const other = parts.open();
    await other.restore();
    await parts.clock.pass(hour);
    expect((await other.accessToken()).accessToken).toBe('access-1');
    expect((await parts.tokens.accessToken()).accessToken).toBe('access-1');
    expect(parts.endpoint.calls).toEqual(['refresh refresh-0']);

    await parts.clock.pass(hour);
    parts.endpoint.next.push(async () => {
      // The lock was lost and the other one was quicker.
      await other.adopt({ ...parts.record(9), expiresAt: parts.clock.now() + hour });
      return refusedWith('invalid_grant');
    });
    expect((await parts.tokens.accessToken()).accessToken).toBe('access-9');
    expect(parts.told.filter((one) => String(one).startsWith('ended'))).toEqual([]);
  });

  it('goes on with new tokens that can not be written, and writes them later (checklist B62)', async () => {
    const { tokens, clock, files, told, stored } = await signedIn();
    files.writeError = new RolecallError('storage-full', 'The disk is full.');
    await clock.pass(hour);
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
    expect(told).toContain('storage-full');
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-0' });
    // What is on disk is older than memory now, and is not taken for another process's.
    await clock.pass(hour);
    expect((await tokens.accessToken()).accessToken).toBe('access-2');
    files.writeError = null;
    await clock.pass(120_000);
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-2' });
    expect(told.at(-1)).toBeNull();
  });

  it('takes back that it can not be kept as soon as anything wrote it, and leaves other trouble told', async () => {
    const { tokens, clock, files, endpoint, told, stored } = await signedIn();
    files.writeError = new RolecallError('storage-full', 'The disk is full.');
    await clock.pass(hour);
    await tokens.accessToken();
    files.writeError = null;
    // The desk is locked before the next try to write.
    await tokens.setLock({ pin: null, locked: 'idle', wrong: 0 });
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-1' });
    expect(told.at(-1)).toBeNull();

    endpoint.next.push(notSent);
    await clock.pass(hour);
    await tokens.accessToken().catch(() => undefined);
    files.writeError = new RolecallError('storage-full', 'The disk is full.');
    await tokens.setLock({ pin: null, locked: null, wrong: 0 });
    expect(told.at(-1)).toBe('storage-full');
    files.writeError = null;
    await clock.pass(120_000);
    expect(told.at(-1)).toBe('network-unreachable');
  });

  it('throws away what a refresh brings after a sign-out, and revokes it (checklist B67)', async () => {
    const { tokens, clock, endpoint, files, told } = await signedIn();
    let answer: (outcome: TokenOutcome) => void = () => {};
    endpoint.next.push(() => new Promise((resolve) => (answer = resolve)));
    await clock.pass(hour);
    const asking = tokens.accessToken();
    await settle();
    expect((await tokens.signOut())?.refreshToken).toBe('refresh-0');
    answer({ kind: 'granted', grant: grantOf(5) });
    await expect(asking).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(endpoint.revoked).toEqual(['refresh-5']);
    expect(tokens.current()).toBeNull();
    expect([...files.content.keys()]).toEqual([]);
    expect(told.filter((one) => String(one).startsWith('ended'))).toEqual([]);
  });

  it('keeps what a renewal brings while the connection is closed, and the session with it', async () => {
    const { tokens, clock, endpoint, stored, open } = await signedIn();
    let answer: (outcome: TokenOutcome) => void = () => {};
    endpoint.next.push(() => new Promise((resolve) => (answer = resolve)));
    await clock.pass(hour);
    tokens.accessToken().catch(() => undefined);
    await settle();
    const closed = tokens.dispose();
    answer({ kind: 'granted', grant: grantOf(5) });
    await closed;
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-5' });
    expect(endpoint.revoked).toEqual([]);
    await expect(tokens.refused('access-5')).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(endpoint.calls).toHaveLength(1);
    expect(clock.waiting).toBe(0);

    const again = open();
    await again.restore();
    expect((await again.accessToken()).accessToken).toBe('access-5');
  });

  it('waits for no renewal for long when it closes, writes nothing afterwards and ends no session', async () => {
    const { tokens, clock, endpoint, stored } = await signedIn();
    let answer: (outcome: TokenOutcome) => void = () => {};
    endpoint.next.push(() => new Promise((resolve) => (answer = resolve)));
    await clock.pass(hour);
    const asking = tokens.accessToken().catch((error: { code?: unknown }) => error.code);
    await settle();
    const closed = tokens.dispose();
    await clock.pass(3_000);
    await closed;
    // A service that does not rotate: the token on disk is the one in use.
    answer({ kind: 'granted', grant: { ...grantOf(5), refreshToken: null } });
    expect(await asking).toBe('sign-in-required');
    expect(await stored()).toMatchObject({ accessToken: 'access-0', refreshToken: 'refresh-0' });
    expect(endpoint.revoked).toEqual([]);
  });

  it('keeps a lock that was closed while a refresh was on its way, and writes both', async () => {
    const { tokens, clock, endpoint, stored, open } = await signedIn();
    const lock = { pin: null, locked: 'idle', wrong: 0 } as const;
    let answer: (outcome: TokenOutcome) => void = () => {};
    endpoint.next.push(() => new Promise((resolve) => (answer = resolve)));
    await clock.pass(hour);
    const asking = tokens.accessToken();
    await settle();
    await tokens.setLock(lock);
    answer({ kind: 'granted', grant: grantOf(5) });
    await asking;
    expect(tokens.current()).toMatchObject({ refreshToken: 'refresh-5', lock });
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-5', lock });
    const again = open();
    await again.restore();
    expect(again.current()?.lock).toEqual(lock);
    await again.signOut();
    await again.setLock(lock);
    expect(await stored()).toBeNull();
  });

  it('writes one record after the other, however long sealing one takes', async () => {
    const { tokens, cipher, stored } = await signedIn();
    const { seal } = cipher;
    let letGo: () => void = () => {};
    const first = new Promise<void>((resolve) => (letGo = resolve));
    cipher.seal = async (plain) => {
      if (plain.includes('"wrong":1')) await first;
      return seal(plain);
    };
    const one = tokens.setLock({ pin: null, locked: 'asked', wrong: 1 });
    const two = tokens.setLock({ pin: null, locked: null, wrong: 0 });
    await settle();
    letGo();
    await Promise.all([one, two]);
    expect(await stored()).toMatchObject({ lock: { locked: null, wrong: 0 } });
  });

  it('ends a refresh granted after a sign-out, and not the next operator’s grant', async () => {
    const { tokens, clock, endpoint, record } = await signedIn();
    await clock.pass(hour);
    let grant = (_outcome: TokenOutcome): void => {};
    endpoint.next.push(
      () =>
        new Promise((resolve) => {
          grant = resolve;
        }),
    );
    const asked = tokens.accessToken().catch((error: { code?: unknown }) => error.code);
    await settle();
    await tokens.signOut();
    await tokens.adopt(record(7));
    // A service that does not rotate: RFC 6749 section 6 lets it leave the refresh token out.
    grant({ kind: 'granted', grant: { ...grantOf(3), refreshToken: null } });
    expect(await asked).toBe('sign-in-required');
    expect(endpoint.revoked).toEqual(['refresh-0']);
    expect(tokens.current()?.refreshToken).toBe('refresh-7');
  });

  it('renews after a 401 once, and not for a token that was replaced meanwhile (checklist B31)', async () => {
    const { tokens, endpoint } = await signedIn();
    expect(await tokens.refused('access-0')).toBe(true);
    expect(await tokens.refused('access-0')).toBe(true);
    expect(endpoint.calls).toEqual(['refresh refresh-0']);
    endpoint.next.push(refusedWith('invalid_grant'));
    await expect(tokens.refused('access-1')).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(await tokens.refused('access-1')).toBe(false);
  });

  it('lets one caller stop waiting without stopping the refresh', async () => {
    const { tokens, clock, endpoint } = await signedIn();
    await clock.pass(hour);
    const stop = new AbortController();
    const impatient = tokens.accessToken(stop.signal);
    const patient = tokens.accessToken();
    stop.abort(new Error('left'));
    await expect(impatient).rejects.toThrow('left');
    expect((await patient).accessToken).toBe('access-1');
    expect(endpoint.calls).toHaveLength(1);
  });

  it('is not put off by a clock that jumps (checklist B61)', async () => {
    const { tokens, clock, endpoint } = await signedIn();
    await clock.pass(50 * hour);
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
    expect(endpoint.calls).toHaveLength(1);
  });

  it('keeps nothing on disk without a safe keyring', async () => {
    const parts = setUp();
    parts.cipher.strength = 'weak';
    const tokens = parts.open();
    await tokens.adopt(parts.record());
    await parts.clock.pass(hour);
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
    expect([...parts.files.content.keys()].filter((file) => file === vaultFile)).toEqual([]);
    expect(await parts.open().restore()).toEqual({ signedIn: false, notice: null });
  });

  it('writes what a renewal brought as soon as the keyring is unlocked again', async () => {
    const { tokens, clock, cipher, stored } = await signedIn();
    cipher.mode = 'locked';
    await clock.pass(hour);
    expect((await tokens.accessToken()).accessToken).toBe('access-1');
    cipher.mode = 'works';
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-0' });
    await clock.pass(60_000);
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-1' });
    expect(clock.waiting).toBe(0);
  });

  it('says that the sign-in was interrupted where a locked keyring kept the spent token', async () => {
    const { tokens, clock, cipher, endpoint, told, open } = await signedIn();
    cipher.mode = 'locked';
    await clock.pass(hour);
    await tokens.accessToken();
    await tokens.dispose();
    cipher.mode = 'works';
    const again = open();
    await again.restore();
    endpoint.next.push(refusedWith('invalid_grant'));
    await again.accessToken().catch(() => undefined);
    expect(told.at(-1)).toBe('ended sign-in-interrupted');
  });

  it('takes up no earlier operator after somebody else has signed in without a keyring', async () => {
    const { cipher, open, record } = await signedIn();
    cipher.mode = 'locked';
    const later = open();
    expect(await later.restore()).toMatchObject({ signedIn: false });
    const grace = { ...record(7), operator: { id: '9002', label: 'Grace', initials: 'G' } };
    await later.adopt(grace);
    await later.dispose();
    cipher.mode = 'works';
    expect(await open().restore()).toEqual({ signedIn: false, notice: null });
  });

  it('restores nothing, and says so, where the keyring is locked or changed', async () => {
    const parts = await signedIn();
    parts.cipher.mode = 'locked';
    expect(await parts.open().restore()).toEqual({ signedIn: false, notice: 'keyring-locked' });
    expect(parts.files.content.has(vaultFile)).toBe(true);
    parts.cipher.mode = 'works';
    expect(await parts.open().restore()).toEqual({ signedIn: true, notice: null });
    parts.cipher.name = 'another-keyring';
    expect(await parts.open().restore()).toEqual({ signedIn: false, notice: 'vault-unreadable' });
    expect([...parts.files.content.keys()]).toEqual([`${vaultFile}.bak-1`]);
  });

  it(
    'holds its invariants whatever happens in whatever order',
    async () => {
      const step = fc.constantFrom(
        'ask',
        'ask',
        'refused',
        'hour',
        'sign-out',
        'sign-in',
        'restart',
        'unknown',
        'not-sent',
        'invalid-grant',
        'busy',
        'disk-full',
        'disk-good',
        'lock',
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
          const parts = setUp();
          let tokens = parts.open();
          let signIns = 100;
          let wrong = 0;
          for (const next of steps) {
            const pending: Promise<unknown>[] = [];
            if (next === 'ask') pending.push(tokens.accessToken(), tokens.accessToken());
            else if (next === 'refused') pending.push(tokens.refused(tokens.current()?.accessToken ?? ''));
            else if (next === 'hour') await parts.clock.pass(hour);
            else if (next === 'sign-in') {
              signIns += 100;
              await tokens.adopt(parts.record(signIns));
            } else if (next === 'unknown') parts.endpoint.next.push(unknownOutcome);
            else if (next === 'not-sent') parts.endpoint.next.push(notSent);
            else if (next === 'busy') parts.endpoint.next.push({ kind: 'busy', status: 503, retryAfterMs: null });
            else if (next === 'invalid-grant') parts.endpoint.next.push(refusedWith('invalid_grant'));
            else if (next === 'disk-full') parts.files.writeError = new RolecallError('storage-full', 'Full.');
            else if (next === 'disk-good') parts.files.writeError = null;
            else if (next === 'lock') {
              wrong += 1;
              await tokens.setLock({ pin: null, locked: 'asked', wrong });
            } else if (next === 'restart') {
              await tokens.dispose();
              tokens = parts.open();
              await tokens.restore();
            } else {
              await tokens.signOut();
              const calls = parts.endpoint.calls.length;
              await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'sign-in-required' });
              expect(tokens.current()).toBeNull();
              expect(parts.endpoint.calls).toHaveLength(calls);
            }
            for (const one of await Promise.allSettled(pending)) {
              if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RolecallError);
            }
            // Tokens on disk always belong together: both carry the number of one answer.
            const stored = await parts.stored();
            if (stored !== null) {
              expect(stored.accessToken.replace('access', '')).toBe(stored.refreshToken?.replace('refresh', ''));
            }
          }
          expect(parts.endpoint.mostInFlight).toBeLessThanOrEqual(1);
        }),
        { numRuns: slowSequences },
      );
    },
    sequencesTimeoutMs,
  );
});
