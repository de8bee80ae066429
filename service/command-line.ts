/** The command line of the service, read into options. */
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { canBeRegistered, whatCanBeRegistered } from './authorization/redirect-uri.ts';
import type { DatabaseLocation } from './database/open-database.ts';
import { StartUpError } from './start-up-error.ts';

export interface StartOptions {
  readonly host: string;
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly location: DatabaseLocation;
  /** People of the demo event, operators included; 0 for none. */
  readonly attendees: number;
  readonly seed: number;
  readonly redirectUris: readonly string[];
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /** Address under which others reach the service when it differs from where it listens, without a slash at the end. */
  readonly baseUrl: string | undefined;
  /** Addresses or networks of proxies that are believed when they say whose request they pass on. */
  readonly trustedProxies: readonly string[];
  readonly accessTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  readonly rateLimit: number | undefined;
  readonly faults: boolean;
  /** Start new embedded databases from this template instead of the one beside the built service. */
  readonly databaseTemplate: string | undefined;
  /** Write the event to this file, or fill an empty database from it, and end. */
  readonly eventFile: { readonly direction: 'export' | 'import'; readonly file: string } | undefined;
}

export const usage = `Event Registration Service

  --port N                    port to listen on; 0 picks a free one (default 0)
  --host ADDRESS              address to listen on (default 127.0.0.1); others need --tls-cert and --tls-key
  --base-url URL              address others reach the service under, behind a proxy
  --trust-proxy ADDRESS       address or network of that proxy: X-Forwarded-For tells whose its requests are; repeatable
  --data-dir DIR              keep the embedded database in DIR; without it everything is in memory
  --database-url postgres://  use a PostgreSQL server instead
  --attendees N               people of the made-up event (default 2000; 0 with --database-url)
  --seed N                    same seed, same event (default 1)
  --redirect-uri URI          one more redirect address of the demo applications; may be given several times
  --tls-cert FILE             certificate chain, PEM
  --tls-key FILE              its key, PEM
  --access-token-seconds N    lifetime of access tokens (default 3600)
  --refresh-grace N           seconds in which a used refresh token may be used once more (default 0)
  --rate-limit N/s            requests per second for each valid token, else for each address (default: no limit)
  --faults                    faults for practice and tests, switched at run time
  --export FILE               write the event to FILE and end
  --import FILE               fill an empty database from FILE and end
  --database-template FILE    template for new embedded databases (default: the one beside main.js)
  --help
`;

/** @throws {StartUpError} that says which argument is wrong, and how to write it. */
export function readCommandLine(argumentList: readonly string[]): StartOptions | 'help' {
  const values = parse(argumentList);
  if (values.help === true) return 'help';
  const location = readLocation(values['data-dir'], values['database-url']);
  const tls = readTls(values['tls-cert'], values['tls-key']);
  const host = values.host ?? '127.0.0.1';
  if (tls === undefined && !isLoopback(host)) {
    throw new StartUpError(
      'usage',
      'Plain HTTP is for this computer only. Give --tls-cert and --tls-key, or listen on 127.0.0.1.',
    );
  }
  const redirectUris = values['redirect-uri'] ?? [];
  for (const uri of redirectUris) {
    if (!canBeRegistered(uri)) {
      throw new StartUpError('usage', `--redirect-uri must be ${whatCanBeRegistered}, not “${uri}”.`);
    }
  }
  const baseUrl = readBaseUrl(values['base-url']);
  return {
    host,
    port: wholeNumber('port', values.port, 0, 0, 65_535),
    location,
    attendees: wholeNumber('attendees', values.attendees, location.kind === 'server' ? 0 : 2_000, 0, 1_000_000),
    seed: wholeNumber('seed', values.seed, 1, 0, 0xffffffff),
    redirectUris,
    tls,
    baseUrl,
    trustedProxies: readProxies(values['trust-proxy'] ?? [], baseUrl),
    accessTokenSeconds: wholeNumber('access-token-seconds', values['access-token-seconds'], 3_600, 1, 31_536_000),
    refreshGraceSeconds: wholeNumber('refresh-grace', values['refresh-grace'], 0, 0, 3_600),
    rateLimit: readRateLimit(values['rate-limit']),
    faults: values.faults ?? false,
    databaseTemplate: values['database-template'],
    eventFile: readEventFile(values.export, values.import, location),
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function parse(argumentList: readonly string[]) {
  try {
    return parseArgs({
      args: [...argumentList],
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        'base-url': { type: 'string' },
        'trust-proxy': { type: 'string', multiple: true },
        'data-dir': { type: 'string' },
        'database-url': { type: 'string' },
        attendees: { type: 'string' },
        seed: { type: 'string' },
        'redirect-uri': { type: 'string', multiple: true },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'access-token-seconds': { type: 'string' },
        'refresh-grace': { type: 'string' },
        'rate-limit': { type: 'string' },
        faults: { type: 'boolean' },
        'database-template': { type: 'string' },
        export: { type: 'string' },
        import: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (cause) {
    throw new StartUpError('usage', `${(cause as Error).message.split('. ')[0]}. --help lists the options.`, { cause });
  }
}

function wholeNumber(name: string, text: string | undefined, fallback: number, minimum: number, maximum: number) {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new StartUpError('usage', `--${name} must be a whole number from ${minimum} to ${maximum}, not “${text}”.`);
  }
  return value;
}

/** @throws {StartUpError} when what is given names no database; nothing at all is a database in memory. */
export function readLocation(dataDir: string | undefined, databaseUrl: string | undefined): DatabaseLocation {
  if (databaseUrl !== undefined && dataDir !== undefined) {
    throw new StartUpError('usage', 'Give --data-dir or --database-url, not both.');
  }
  if (databaseUrl !== undefined) {
    if (!URL.canParse(databaseUrl) || !['postgres:', 'postgresql:'].includes(new URL(databaseUrl).protocol)) {
      // The address may hold a password, so it is not repeated.
      throw new StartUpError('usage', '--database-url must look like postgres://user:password@host:5432/database.');
    }
    return { kind: 'server', url: databaseUrl };
  }
  if (dataDir === '') throw new StartUpError('usage', '--data-dir wants a folder; it was given nothing.');
  return dataDir === undefined ? { kind: 'memory' } : { kind: 'folder', folder: dataDir };
}

function readEventFile(
  exportFile: string | undefined,
  importFile: string | undefined,
  location: DatabaseLocation,
): StartOptions['eventFile'] {
  if ((exportFile ?? importFile) !== undefined && location.kind === 'memory') {
    throw new StartUpError('usage', '--export and --import need --data-dir or --database-url: which event is meant?');
  }
  if (exportFile !== undefined && importFile !== undefined) {
    throw new StartUpError('usage', 'Give --export or --import, not both.');
  }
  if (exportFile !== undefined) return { direction: 'export', file: exportFile };
  return importFile === undefined ? undefined : { direction: 'import', file: importFile };
}

function readTls(certificateFile: string | undefined, keyFile: string | undefined): StartOptions['tls'] {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new StartUpError('usage', '--tls-cert and --tls-key belong together.');
  }
  return { certificateFile, keyFile };
}

function readBaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol)) {
    throw new StartUpError('usage', `--base-url must be an http or https address, not “${text}”.`);
  }
  // The pages' own links and forms begin at the root of the host.
  const { pathname, search, hash, username, password } = new URL(text);
  if (/[^/]/.test(pathname) || `${search}${hash}${username}${password}` !== '') {
    throw new StartUpError(
      'usage',
      '--base-url must end after the host and port: the service has a host name to itself.',
    );
  }
  return new URL(text).origin;
}

function readProxies(addresses: readonly string[], baseUrl: string | undefined): readonly string[] {
  if (addresses.length > 0 && baseUrl === undefined) {
    throw new StartUpError('usage', '--trust-proxy goes with --base-url: the address others reach the proxy under.');
  }
  for (const text of addresses) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || (bits !== undefined && (Number(bits) < 1 || Number(bits) > most))) {
      throw new StartUpError('usage', `--trust-proxy must look like 127.0.0.1 or 10.0.0.0/8, not “${text}”.`);
    }
  }
  return addresses;
}

function readRateLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const perSecond = Number(/^(\d{1,6})\/s$/.exec(text)?.[1] ?? 0);
  if (perSecond === 0) throw new StartUpError('usage', `--rate-limit must look like 20/s, not “${text}”.`);
  return perSecond;
}
