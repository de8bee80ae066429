import { expect, test } from 'vitest';
import { readCommandLine } from '../../../service/command-line.ts';

test('without arguments: in memory, on this computer, 2,000 people, seed 1, an hour', () => {
  expect(readCommandLine([])).toMatchObject({
    host: '127.0.0.1',
    port: 0,
    location: { kind: 'memory' },
    attendees: 2_000,
    seed: 1,
    accessTokenSeconds: 3_600,
    refreshGraceSeconds: 0,
    rateLimit: undefined,
    faults: false,
  });
});

test('a database of one’s own gets no made-up people unless asked for', () => {
  const url = 'postgres://registration@db.example/event';
  expect(readCommandLine(['--database-url', url])).toMatchObject({ attendees: 0, location: { kind: 'server', url } });
  expect(readCommandLine(['--database-url', url, '--attendees', '10'])).toMatchObject({ attendees: 10 });
});

test('reads every option', () => {
  expect(
    readCommandLine([
      ...['--port', '8443', '--host', '0.0.0.0', '--tls-cert', 'c.pem', '--tls-key', 'k.pem'],
      ...['--trust-proxy', '10.0.0.0/8', '--trust-proxy', '::1', '--base-url', 'https://reg.example/'],
      ...['--data-dir', 'data', '--seed', '7', '--faults'],
      ...['--redirect-uri', 'a://b', '--redirect-uri', 'c://d', '--rate-limit', '20/s', '--refresh-grace', '5'],
    ]),
  ).toMatchObject({
    port: 8443,
    host: '0.0.0.0',
    tls: { certificateFile: 'c.pem', keyFile: 'k.pem' },
    baseUrl: 'https://reg.example',
    trustedProxies: ['10.0.0.0/8', '::1'],
    location: { kind: 'folder', folder: 'data' },
    seed: 7,
    faults: true,
    redirectUris: ['a://b', 'c://d'],
    rateLimit: 20,
    refreshGraceSeconds: 5,
  });
});

test('asks for help with --help', () => {
  expect(readCommandLine(['--help'])).toBe('help');
});

test('an event is moved from or to a named database only', () => {
  expect(() => readCommandLine(['--export', 'event.json'])).toThrow(/need --data-dir or --database-url/);
  expect(() => readCommandLine(['--import', 'event.json'])).toThrow(/need --data-dir or --database-url/);
  expect(readCommandLine(['--export', 'event.json', '--data-dir', 'data'])).toMatchObject({
    eventFile: { direction: 'export', file: 'event.json' },
  });
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0.1,10.0.0.2', ''])(
  'a proxy is an address or a network, not “%s”',
  (address) => {
    expect(() => readCommandLine(['--trust-proxy', address, '--base-url', 'https://reg.example'])).toThrow(
      /--trust-proxy must look like/,
    );
  },
);

test('a proxy is trusted only where others reach the service by another address', () => {
  expect(() => readCommandLine(['--trust-proxy', '127.0.0.1'])).toThrow(/goes with --base-url/);
});

test.each([
  'https://reg.example/registration',
  'https://reg.example/?a=b',
  'https://reg.example/#a',
  'https://me:secret@reg.example',
])('the service has a host name to itself: a base address is not %s', (address) => {
  expect(() => readCommandLine(['--base-url', address])).toThrow(/end after the host and port/);
});

test('a base address is kept as browsers write it', () => {
  expect(readCommandLine(['--base-url', 'HTTPS://Reg.Example:443//'])).toMatchObject({
    baseUrl: 'https://reg.example',
  });
});
