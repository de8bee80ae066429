/**
 * The made-up convention of practice mode and tests: people, roles, operators, two applications. The people, roles and
 * memberships follow from seed and number alone; secrets and passwords differ from one database to the next.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Address, RoleScope } from '../../contract/registration-api/resources.ts';
import { registerApplication } from '../authorization/applications.ts';
import { hashPassword } from '../authorization/passwords.ts';
import {
  type Locale,
  locales,
  nicknames,
  preferredNamePatterns,
  unusualFamilyNames,
  unusualGivenNames,
  type Word,
} from './demo-names.ts';
import { SeededRandom } from './random.ts';
import type { Database } from './schema.ts';
import { readSetting, writeSetting } from './settings.ts';

export interface DemoPerson {
  readonly id: number;
  readonly email: string;
  readonly preferred_name: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly verified: boolean;
  readonly phone: string | null;
  readonly address: Address | null;
}

export interface DemoMembership {
  readonly user_id: number;
  readonly role_id: number;
  readonly scope: RoleScope;
}

export interface DemoEvent {
  readonly people: readonly DemoPerson[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly memberships: readonly DemoMembership[];
}

interface DemoRole {
  readonly name: string;
  /** Share of all people who hold it at the start. */
  readonly share: number;
  readonly scope: RoleScope;
}

const demoRoles: readonly DemoRole[] = [
  { name: 'Checked in', share: 0.09, scope: 'convention' },
  { name: 'Staff', share: 0.04, scope: 'convention' },
  { name: 'Vendor', share: 0.03, scope: 'convention' },
  { name: 'NDA signed', share: 0.05, scope: 'convention' },
  { name: 'Volunteer', share: 0.06, scope: 'convention' },
  { name: 'Performer', share: 0.01, scope: 'convention' },
  { name: 'Board member', share: 0.003, scope: 'global' },
  { name: 'Press', share: 0.01, scope: 'convention' },
  { name: 'Panelist', share: 0.015, scope: 'convention' },
  { name: 'Security', share: 0.01, scope: 'convention' },
  { name: 'First aid', share: 0.006, scope: 'global' },
  { name: 'Minor with guardian', share: 0.02, scope: 'convention' },
  { name: 'Badge reprinted', share: 0, scope: 'convention' },
];

const firstRoleId = 101;
const firstUserId = 10_001;

/** Chances, per person, of what makes real registration data awkward. */
const chances = {
  unusualName: 0.01,
  samePersonsName: 0.01,
  preferredName: 0.3,
  verified: 0.9,
  phone: 0.8,
  address: 0.7,
  emptyAddress: 0.1,
  secondAddressLine: 0.2,
} as const;

/** People, roles and memberships of the demo event, wholly determined by the arguments. */
export function inventDemoEvent(attendees: number, seed: number): DemoEvent {
  const random = new SeededRandom(seed);
  const people: DemoPerson[] = [];
  for (let index = 0; index < attendees; index++) people.push(inventPerson(random, firstUserId + index, people));
  const roles = demoRoles.map((role, index) => ({ id: firstRoleId + index, name: role.name }));
  const memberships: DemoMembership[] = [];
  for (const person of people) {
    for (const [index, role] of demoRoles.entries()) {
      if (!random.chance(role.share)) continue;
      memberships.push({ user_id: person.id, role_id: firstRoleId + index, scope: role.scope });
    }
  }
  return { people, roles, memberships };
}

const localesByWeight: readonly Locale[] = locales.flatMap((locale) => Array<Locale>(locale.weight).fill(locale));

function inventPerson(random: SeededRandom, id: number, earlier: readonly DemoPerson[]): DemoPerson {
  const locale = random.pick(localesByWeight);
  let given: Word = random.pick(locale.given);
  let family: Word = random.pick(locale.family);
  if (random.chance(chances.unusualName)) given = random.pick(unusualGivenNames);
  if (random.chance(chances.unusualName)) family = random.pick(unusualFamilyNames);
  let [firstName, lastName] = [given.written, family.written];
  if (earlier.length > 0 && random.chance(chances.samePersonsName)) {
    const namesake = random.pick(earlier);
    [firstName, lastName] = [namesake.first_name, namesake.last_name];
  }
  const username = `${given.latin}.${family.latin}${id}`;
  return {
    id,
    email: `${username}@${random.pick(['mail', 'post', 'inbox', 'letters'])}.example`,
    preferred_name: random.chance(chances.preferredName) ? inventPreferredName(random, firstName) : null,
    first_name: firstName,
    last_name: lastName,
    username,
    verified: random.chance(chances.verified),
    phone: random.chance(chances.phone) ? inventPhone(random, locale) : null,
    address: random.chance(chances.address) ? inventAddress(random, locale) : null,
  };
}

function inventPreferredName(random: SeededRandom, firstName: string): string {
  if (random.chance(0.4)) return random.pick(nicknames);
  return random.pick(preferredNamePatterns).replace('{given}', () => firstName);
}

function inventPhone(random: SeededRandom, locale: Locale): string {
  return locale.phone.replaceAll(' ', '').replaceAll('#', () => String(random.below(10)));
}

function inventAddress(random: SeededRandom, locale: Locale): Address {
  if (random.chance(chances.emptyAddress)) {
    return {
      addressCity: null,
      addressCountry: null,
      addressLine1: null,
      addressLine2: null,
      addressState: null,
      addressZipcode: null,
    };
  }
  const place = random.pick(locale.places);
  return {
    addressCity: place.city,
    addressCountry: place.country,
    addressLine1: `${place.street} ${1 + random.below(200)}`,
    addressLine2: random.chance(chances.secondAddressLine) ? `Apt. ${1 + random.below(40)}` : null,
    addressState: place.state,
    addressZipcode: place.zipcode,
  };
}

export interface DemoApplication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly oboScopes: readonly string[];
  readonly integrationScopes: readonly string[];
}

export interface DemoOperator {
  readonly email: string;
  readonly password: string;
  readonly admin: boolean;
}

/** What whoever starts the service may know: how to use the applications and sign in as the operators. */
export interface DemoAccess {
  readonly applications: readonly DemoApplication[];
  readonly operators: readonly DemoOperator[];
}

const demoApplications = [
  {
    clientId: '1001',
    name: 'Rolecall practice',
    oboScopes: ['pii:basic'],
    integrationScopes: ['user:read', 'user:roles:update'],
  },
  {
    clientId: '1002',
    name: 'Rolecall for leads',
    oboScopes: ['pii:basic', 'user:read', 'user:roles:update'],
    integrationScopes: [],
  },
] as const;

const demoRedirectUris: readonly string[] = ['rolecall://oauth/callback', 'http://127.0.0.1/oauth/callback'];

interface DemoOperatorPerson {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly preferredName: string | null;
  readonly username: string;
  readonly permissions: readonly string[];
  readonly admin: boolean;
  readonly label: string;
}

/** Users 9001 and up, below the attendees, so that their ids are the same whatever the size of the event. */
export const demoOperators: readonly DemoOperatorPerson[] = [
  {
    id: 9001,
    firstName: 'Robin',
    lastName: 'Ekström',
    preferredName: null,
    username: 'robin.desk',
    permissions: ['pii:basic'],
    admin: false,
    label: 'Desk volunteer: may use Rolecall',
  },
  {
    id: 9002,
    firstName: 'Sam',
    lastName: 'Okonkwo',
    preferredName: null,
    username: 'sam.newcomer',
    permissions: [],
    admin: false,
    label: 'Newcomer: lacks the permission',
  },
  {
    id: 9003,
    firstName: 'Alexandra',
    lastName: 'Whitfield',
    preferredName: 'Alex',
    username: 'alex.lead',
    permissions: ['pii:basic', 'user:read', 'user:roles:update'],
    admin: true,
    label: 'Registration lead: administrator',
  },
];

export interface DemoOptions {
  readonly attendees: number;
  readonly seed: number;
  /** Registered with both demo applications, beside the ones every demo event has. */
  readonly redirectUris: readonly string[];
}

const demoSetting = 'demo-event';
/** Rows in one INSERT: one parameter holds them all as JSON, so the limit is memory, not PostgreSQL's 65,535. */
const rowsPerInsert = 10_000;

/**
 * Fills an empty database with the demo event; a database that holds it already keeps its people and memberships.
 *
 * @returns how to use it, or undefined when the database belongs to a real event, which is left alone.
 */
export async function ensureDemoEvent(
  database: Database,
  options: DemoOptions,
  signingKey: Buffer,
): Promise<{ readonly access: DemoAccess; readonly created: boolean } | undefined> {
  const applications = demoApplications.map((application) => ({
    ...application,
    clientSecret: derivePracticeSecret(signingKey, `application ${application.clientId}`),
    redirectUris: [...demoRedirectUris, ...options.redirectUris.filter((uri) => !demoRedirectUris.includes(uri))],
  }));
  const operators = demoOperators.map((operator) => ({
    ...operator,
    email: `${operator.username}@rolecall.example`,
    password: derivePracticeSecret(signingKey, `operator ${operator.username}`).slice(0, 16),
  }));
  const outcome = await database.transaction().execute(async (transaction) => {
    // Several instances may start on one empty database at once.
    await sql`select pg_advisory_xact_lock(7305801)`.execute(transaction);
    const existing = await readSetting(transaction, demoSetting);
    if (existing === undefined) {
      if (await holdsSomething(transaction)) return 'foreign' as const;
      // The operators are people of the event too and count among the attendees.
      const others = Math.max(0, options.attendees - operators.length);
      await insertEvent(transaction, inventDemoEvent(others, options.seed));
      await insertOperators(transaction, operators);
      await writeSetting(
        transaction,
        demoSetting,
        JSON.stringify({ attendees: options.attendees, seed: options.seed }),
      );
      await writeSetting(transaction, 'event-name', 'Aurora Con 2026');
    }
    for (const application of applications) await registerApplication(transaction, application);
    return existing === undefined ? ('created' as const) : ('kept' as const);
  });
  if (outcome === 'foreign') return undefined;
  return {
    created: outcome === 'created',
    access: {
      applications: applications.map(({ clientId, clientSecret, redirectUris, oboScopes, integrationScopes }) => ({
        clientId,
        clientSecret,
        redirectUris,
        oboScopes,
        integrationScopes,
      })),
      operators: operators.map(({ email, password, admin }) => ({ email, password, admin })),
    },
  };
}

/** Whether anybody, or an administrator's command, has begun a real event here. */
async function holdsSomething(database: Database): Promise<boolean> {
  for (const table of ['app_user', 'role', 'application'] as const) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database);
    if (rows.length > 0) return true;
  }
  return (await readSetting(database, 'event-name')) !== undefined;
}

/**
 * Secrets of the practice applications and operators. They follow from the database's own random key, so that a restart
 * can print them again although only their hashes are stored.
 */
function derivePracticeSecret(signingKey: Buffer, purpose: string): string {
  return createHmac('sha256', signingKey).update(`practice ${purpose}`).digest('base64url');
}

async function insertEvent(database: Database, event: DemoEvent): Promise<void> {
  await sql`
    insert into role (id, name)
    select id, name from jsonb_to_recordset(${JSON.stringify(event.roles)}::jsonb) as row (id bigint, name text)
  `.execute(database);
  for (const rows of batches(event.people, rowsPerInsert)) {
    await sql`
      insert into app_user (id, email, preferred_name, first_name, last_name, username, verified, phone, address)
      select id, email, preferred_name, first_name, last_name, username, verified, phone, nullif(address, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id bigint, email text, preferred_name text, first_name text, last_name text, username text,
        verified boolean, phone text, address jsonb
      )
    `.execute(database);
  }
  for (const rows of batches(event.memberships, rowsPerInsert)) {
    await sql`
      insert into user_role (user_id, role_id, scope)
      select user_id, role_id, scope
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id bigint, role_id bigint, scope text)
    `.execute(database);
  }
  // The ids above were given, not drawn: whoever is added later must come after them.
  await sql`select setval(pg_get_serial_sequence('app_user', 'id'), ${firstUserId + event.people.length})`.execute(
    database,
  );
  await sql`select setval(pg_get_serial_sequence('role', 'id'), ${firstRoleId + event.roles.length})`.execute(database);
}

async function insertOperators(
  database: Database,
  operators: readonly (DemoOperatorPerson & { email: string; password: string })[],
): Promise<void> {
  const hashed = await Promise.all(
    operators.map(async (operator) => ({ ...operator, passwordHash: await hashPassword(operator.password) })),
  );
  for (const operator of hashed) {
    await database
      .insertInto('app_user')
      .values({
        id: String(operator.id),
        email: operator.email,
        preferred_name: operator.preferredName,
        first_name: operator.firstName,
        last_name: operator.lastName,
        username: operator.username,
        verified: true,
        phone: null,
        address: null,
      })
      .execute();
    await database
      .insertInto('account')
      .values({
        user_id: String(operator.id),
        password_hash: operator.passwordHash,
        permissions: [...operator.permissions],
        admin: operator.admin,
      })
      .execute();
  }
}

function* batches<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
