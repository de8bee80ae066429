/** The administrator's commands (docs/service.md, "Administer it"), read from the command line. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { oauthScopes } from '../../contract/registration-api/endpoints.ts';
import { parseOauthScopes } from '../authorization/oauth-scopes.ts';
import { readLocation } from '../command-line.ts';
import type { DatabaseLocation } from '../database/open-database.ts';
import type { ApplicationDetails } from './applications.ts';
import type { NewOperator } from './operators.ts';
import { CommandRefusal } from './refusal.ts';

type ApplicationChanges = { readonly [Key in keyof ApplicationDetails]: ApplicationDetails[Key] | undefined };

export type AdministrationTask =
  | { readonly kind: 'register-application'; readonly details: ApplicationDetails }
  | { readonly kind: 'list-applications' }
  | { readonly kind: 'change-application'; readonly clientId: string; readonly changes: ApplicationChanges }
  | { readonly kind: 'renew-secret'; readonly clientId: string }
  | { readonly kind: 'suspend-application'; readonly clientId: string }
  | { readonly kind: 'resume-application'; readonly clientId: string }
  | { readonly kind: 'remove-application'; readonly clientId: string }
  | { readonly kind: 'add-operator'; readonly operator: NewOperator; readonly passwordFromInput: boolean }
  | { readonly kind: 'list-operators' }
  | { readonly kind: 'set-permissions'; readonly email: string; readonly permissions: readonly string[] }
  | { readonly kind: 'set-password'; readonly email: string; readonly passwordFromInput: boolean }
  | { readonly kind: 'disable-operator'; readonly email: string }
  | { readonly kind: 'enable-operator'; readonly email: string }
  | { readonly kind: 'add-role'; readonly name: string }
  | { readonly kind: 'rename-role'; readonly roleId: string; readonly name: string }
  | { readonly kind: 'list-roles' }
  | { readonly kind: 'name-event'; readonly name: string };

export interface AdministrationCommand {
  readonly task: AdministrationTask;
  /** Whether a new event may begin with this command; others need one that is there. */
  readonly begins: boolean;
  readonly location: DatabaseLocation;
  readonly databaseTemplate: string | undefined;
  /** Print one JSON object instead of text. */
  readonly json: boolean;
}

type OptionTable = NonNullable<ParseArgsConfig['options']>;

const ownOptions = {
  name: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  'obo-scopes': { type: 'string' },
  'integration-scopes': { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  'preferred-name': { type: 'string' },
  username: { type: 'string' },
  permissions: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const satisfies OptionTable;
type OwnOption = keyof typeof ownOptions;

const commonOptions = {
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
  'database-template': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies OptionTable;

type Values = {
  readonly [Option in OwnOption]?: (typeof ownOptions)[Option] extends { multiple: true }
    ? string[]
    : (typeof ownOptions)[Option] extends { type: 'boolean' }
      ? boolean
      : string;
};

interface Form {
  /** What is written, with places for values in capitals. */
  readonly words: string;
  readonly options: readonly OwnOption[];
  /** How its options are written, for the help. */
  readonly optionWords: string;
  readonly what: string;
  readonly begins?: true;
  readonly read: (places: readonly string[], values: Values) => AdministrationTask;
}

const detailOptions = ['name', 'redirect-uri', 'obo-scopes', 'integration-scopes'] as const;
const detailWords = '--name NAME --redirect-uri URI … --obo-scopes "…" --integration-scopes "…"';

const forms: readonly Form[] = [
  {
    words: 'application register',
    options: detailOptions,
    optionWords: detailWords,
    what: 'register an application; prints its client id and, once, its secret',
    begins: true,
    read: (_places, values) => ({
      kind: 'register-application',
      details: {
        name: values.name ?? '',
        redirectUris: values['redirect-uri'] ?? [],
        oboScopes: readOboScopes(values['obo-scopes']) ?? [],
        integrationScopes: readIntegrationScopes(values['integration-scopes']) ?? [],
      },
    }),
  },
  {
    words: 'application list',
    options: [],
    optionWords: '',
    what: 'show all applications',
    read: () => ({ kind: 'list-applications' }),
  },
  {
    words: 'application change CLIENT_ID',
    options: detailOptions,
    optionWords: detailWords,
    what: 'change what is given; other scopes make users authorize again',
    read: ([clientId = ''], values) => {
      if (detailOptions.every((option) => values[option] === undefined)) {
        throw new CommandRefusal(`Say what to change: ${detailOptions.map((option) => `--${option}`).join(', ')}.`);
      }
      return {
        kind: 'change-application',
        clientId,
        changes: {
          name: values.name,
          redirectUris: values['redirect-uri'],
          oboScopes: readOboScopes(values['obo-scopes']),
          integrationScopes: readIntegrationScopes(values['integration-scopes']),
        },
      };
    },
  },
  {
    words: 'application secret CLIENT_ID',
    options: [],
    optionWords: '',
    what: 'give it a new secret; the old one stops working',
    read: ([clientId = '']) => ({ kind: 'renew-secret', clientId }),
  },
  {
    words: 'application suspend CLIENT_ID',
    options: [],
    optionWords: '',
    what: 'shut it out; its tokens end at once',
    read: ([clientId = '']) => ({ kind: 'suspend-application', clientId }),
  },
  {
    words: 'application resume CLIENT_ID',
    options: [],
    optionWords: '',
    what: 'let it in again; users authorize again',
    read: ([clientId = '']) => ({ kind: 'resume-application', clientId }),
  },
  {
    words: 'application remove CLIENT_ID',
    options: [],
    optionWords: '',
    what: 'remove it for good, with its tokens',
    read: ([clientId = '']) => ({ kind: 'remove-application', clientId }),
  },
  {
    words: 'operator add EMAIL',
    options: ['first-name', 'last-name', 'preferred-name', 'username', 'permissions', 'password-stdin'],
    optionWords: '--first-name NAME --last-name NAME --permissions "…" --password-stdin',
    what: 'let somebody sign in; prints a password, once',
    begins: true,
    read: ([email = ''], values) => ({
      kind: 'add-operator',
      operator: {
        email,
        firstName: values['first-name'],
        lastName: values['last-name'],
        preferredName: values['preferred-name'],
        username: values.username,
        permissions: readScopes('--permissions', values.permissions) ?? [oauthScopes.basicPersonalInformation],
      },
      passwordFromInput: values['password-stdin'] ?? false,
    }),
  },
  {
    words: 'operator list',
    options: [],
    optionWords: '',
    what: 'show all operators',
    read: () => ({ kind: 'list-operators' }),
  },
  {
    words: 'operator permissions EMAIL SCOPES',
    options: [],
    optionWords: '',
    what: 'replace what they may grant; "" for nothing',
    read: ([email = '', scopes = '']) => ({
      kind: 'set-permissions',
      email,
      permissions: readScopes('SCOPES', scopes) ?? [],
    }),
  },
  {
    words: 'operator password EMAIL',
    options: ['password-stdin'],
    optionWords: '--password-stdin',
    what: 'give them a new password, which is printed once',
    read: ([email = ''], values) => ({
      kind: 'set-password',
      email,
      passwordFromInput: values['password-stdin'] ?? false,
    }),
  },
  {
    words: 'operator disable EMAIL',
    options: [],
    optionWords: '',
    what: 'sign them out and keep them out; their tokens end at once',
    read: ([email = '']) => ({ kind: 'disable-operator', email }),
  },
  {
    words: 'operator enable EMAIL',
    options: [],
    optionWords: '',
    what: 'let them sign in again',
    read: ([email = '']) => ({ kind: 'enable-operator', email }),
  },
  {
    words: 'role add NAME',
    options: [],
    optionWords: '',
    what: 'add a role',
    begins: true,
    read: ([name = '']) => ({ kind: 'add-role', name }),
  },
  {
    words: 'role rename ROLE_ID NAME',
    options: [],
    optionWords: '',
    what: 'rename a role; whoever holds it keeps it',
    read: ([roleId = '', name = '']) => ({ kind: 'rename-role', roleId, name }),
  },
  {
    words: 'role list',
    options: [],
    optionWords: '',
    what: 'show all roles, and how many hold each',
    read: () => ({ kind: 'list-roles' }),
  },
  {
    words: 'event name NAME',
    options: [],
    optionWords: '',
    what: 'the name on the sign-in and consent pages',
    begins: true,
    read: ([name = '']) => ({ kind: 'name-event', name }),
  },
];

const subjects: readonly string[] = [...new Set(forms.map(({ words }) => words.split(' ')[0] ?? ''))];

/** Part of the service's help. */
export const administrationUsage = `Commands for the event in --data-dir DIR or --database-url postgres://…; add --json for programs:

${forms
  .map(
    ({ words, optionWords, what }) => `  ${words}\n${optionWords === '' ? '' : `      ${optionWords}\n`}      ${what}`,
  )
  .join('\n')}

Scopes are separated by spaces: ${Object.values(oauthScopes).join(' ')}
`;

/** Whether these arguments are one of the administrator's commands rather than options of a start. */
export function isAdministration(argumentList: readonly string[]): boolean {
  const [first = '-'] = argumentList;
  return !first.startsWith('-');
}

/** @throws {CommandRefusal} that says what is wrong and how to write it. */
export function readAdministration(argumentList: readonly string[]): AdministrationCommand | 'help' {
  const [subject = '', verb = ''] = argumentList;
  if (subject === 'help' || argumentList.includes('--help')) return 'help';
  if (!subjects.includes(subject)) {
    throw new CommandRefusal(`There is no command “${subject}”. There are: ${subjects.join(', ')}. --help shows them.`);
  }
  const form = forms.find(({ words }) => words === `${subject} ${verb}` || words.startsWith(`${subject} ${verb} `));
  if (form === undefined) {
    const verbs = forms.map(({ words }) => words.split(' ')).filter(([first]) => first === subject);
    throw new CommandRefusal(
      `After “${subject}” comes one of: ${verbs.map(([, second]) => second).join(', ')}. --help shows them.`,
    );
  }
  const { values, positionals } = parse(argumentList.slice(2), form);
  const places = form.words.split(' ').slice(2);
  if (positionals.length !== places.length) throw new CommandRefusal(`Write it like this: ${howTo(form)}.`);
  const location = readLocation(values['data-dir'], values['database-url']);
  if (location.kind === 'memory') {
    throw new CommandRefusal('Say which event it is about: --data-dir DIR or --database-url postgres://….');
  }
  return {
    task: form.read(positionals, values as Values),
    begins: form.begins ?? false,
    location,
    databaseTemplate: values['database-template'],
    json: values.json ?? false,
  };
}

function parse(argumentList: readonly string[], form: Form) {
  const options = {
    ...Object.fromEntries(form.options.map((option) => [option, ownOptions[option]])),
    ...commonOptions,
  };
  try {
    return parseArgs({ args: [...argumentList], allowPositionals: true, options });
  } catch (cause) {
    const [problem = ''] = (cause as Error).message.split('. ');
    throw new CommandRefusal(`${problem}. Write it like this: ${howTo(form)}.`);
  }
}

function howTo({ words, optionWords }: Form): string {
  return optionWords === '' ? words : `${words} ${optionWords}`;
}

/** @throws {CommandRefusal} for a scope this service does not know: a slip of the pen would otherwise open nothing, silently. */
function readScopes(where: string, text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '') return [];
  const known: readonly string[] = Object.values(oauthScopes);
  const scopes = parseOauthScopes(text.trim());
  const unknown = scopes?.filter((scope) => !known.includes(scope));
  if (scopes === undefined || unknown === undefined || unknown.length > 0) {
    throw new CommandRefusal(
      `${where} takes scopes separated by spaces: ${known.join(' ')}. Unknown: ${unknown?.join(' ') ?? text}.`,
    );
  }
  return scopes;
}

const readOboScopes = (text: string | undefined) => readScopes('--obo-scopes', text);

function readIntegrationScopes(text: string | undefined): readonly string[] | undefined {
  const scopes = readScopes('--integration-scopes', text);
  if (scopes?.includes(oauthScopes.basicPersonalInformation) === true) {
    throw new CommandRefusal(
      `${oauthScopes.basicPersonalInformation} is on behalf of a user only: give it with --obo-scopes.`,
    );
  }
  return scopes;
}
