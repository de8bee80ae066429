/** Carries out an administrator's command and says what came of it, as text for people and as a value for programs. */
import type { Database } from '../database/schema.ts';
import { writeSetting } from '../database/settings.ts';
import {
  addApplication,
  changeApplication,
  listApplications,
  type RegisteredApplication,
  removeApplication,
  renewClientSecret,
  resumeApplication,
  suspendApplication,
} from './applications.ts';
import type { AdministrationTask } from './commands.ts';
import {
  addOperator,
  checkPasswordLength,
  disableOperator,
  enableOperator,
  findOperator,
  listOperators,
  newPassword,
  type Operator,
  setPassword,
  setPermissions,
} from './operators.ts';
import { CommandRefusal } from './refusal.ts';
import { addRole, listRoles, renameRole } from './roles.ts';
import { fieldLines, tableLines } from './text.ts';

export interface Outcome {
  /** One JSON object for programs. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/**
 * @param readInput gives what stands on standard input, for passwords that must not be printed or kept in a shell's history.
 * @throws {CommandRefusal} when it can't be done, in words that say what to do.
 */
export async function administer(
  database: Database,
  task: AdministrationTask,
  readInput: () => Promise<string>,
): Promise<Outcome> {
  switch (task.kind) {
    case 'register-application': {
      const { application, clientSecret } = await addApplication(database, task.details);
      return {
        value: { application: { ...application, clientSecret } },
        lines: [
          `Registered ${application.name}.`,
          '',
          ...applicationLines(application, clientSecret),
          '',
          'The secret is shown this once. Put it into the application now, and nowhere else.',
        ],
      };
    }
    case 'list-applications': {
      const applications = await listApplications(database);
      return {
        value: { applications },
        lines:
          applications.length === 0
            ? ['No application is registered. “application register” adds one.']
            : applications.flatMap((application, index) => [
                ...(index === 0 ? [] : ['']),
                application.name,
                ...applicationLines(application),
              ]),
      };
    }
    case 'change-application': {
      const { application, scopesChanged } = await changeApplication(database, task.clientId, task.changes);
      return {
        value: { application, scopesChanged },
        lines: [
          `Changed ${application.name}.`,
          '',
          ...applicationLines(application),
          '',
          scopesChanged
            ? 'Its scopes have changed: its tokens have ended, and users have to authorize it again.'
            : 'Its scopes are the same: users need not authorize it again.',
        ],
      };
    }
    case 'renew-secret': {
      const clientSecret = await renewClientSecret(database, task.clientId);
      return {
        value: { clientId: task.clientId, clientSecret },
        lines: [
          `Application ${task.clientId} has a new secret. The old one is refused from now on.`,
          '',
          ...fieldLines([['client secret', clientSecret]]),
          '',
          'It is shown this once. Tokens that were issued before live on until they expire; to end them,',
          'suspend the application and resume it.',
        ],
      };
    }
    case 'suspend-application':
      await suspendApplication(database, task.clientId);
      return {
        value: { clientId: task.clientId, suspended: true },
        lines: [`Application ${task.clientId} is shut out, and its tokens have ended. “application resume” undoes it.`],
      };
    case 'resume-application':
      await resumeApplication(database, task.clientId);
      return {
        value: { clientId: task.clientId, suspended: false },
        lines: [`Application ${task.clientId} is let in again. Users have to authorize it again.`],
      };
    case 'remove-application':
      await removeApplication(database, task.clientId);
      return {
        value: { clientId: task.clientId, removed: true },
        lines: [`Application ${task.clientId} is removed, with its tokens.`],
      };
    case 'add-operator': {
      const password = await choosePassword(task.passwordFromInput, readInput);
      const operator = await addOperator(database, task.operator, password.text);
      return {
        value: { operator: { ...operator, ...(password.chosen ? {} : { password: password.text }) } },
        lines: [`${operator.name} may sign in.`, '', ...operatorLines(operator), ...passwordLines(password)],
      };
    }
    case 'list-operators': {
      const found = await listOperators(database);
      return {
        value: { operators: found },
        lines:
          found.length === 0
            ? ['Nobody may sign in. “operator add” changes that.']
            : tableLines(
                ['e-mail', 'name', 'permissions', ''],
                found.map((operator) => [
                  operator.email,
                  operator.name,
                  scopeText(operator.permissions),
                  operator.disabled ? 'disabled' : '',
                ]),
              ),
      };
    }
    case 'set-permissions': {
      const operator = await setPermissions(database, task.email, task.permissions);
      return {
        value: { operator },
        lines: [`${operator.name} may grant: ${scopeText(operator.permissions)}.`],
      };
    }
    case 'set-password': {
      await findOperator(database, task.email);
      const password = await choosePassword(task.passwordFromInput, readInput);
      const operator = await setPassword(database, task.email, password.text);
      return {
        value: { email: operator.email, ...(password.chosen ? {} : { password: password.text }) },
        lines: [`${operator.name} has a new password and is signed out everywhere.`, ...passwordLines(password)],
      };
    }
    case 'disable-operator': {
      const operator = await disableOperator(database, task.email);
      return {
        value: { operator },
        lines: [`${operator.name} is signed out and may not sign in. “operator enable” undoes it.`],
      };
    }
    case 'enable-operator': {
      const operator = await enableOperator(database, task.email);
      return { value: { operator }, lines: [`${operator.name} may sign in again, with the password from before.`] };
    }
    case 'add-role': {
      const role = await addRole(database, task.name);
      return { value: { role }, lines: [`Added the role ${role.name}, id ${role.id}.`] };
    }
    case 'rename-role': {
      const role = await renameRole(database, task.roleId, task.name);
      return { value: { role }, lines: [`Role ${role.id} is now named ${role.name}.`] };
    }
    case 'list-roles': {
      const roles = await listRoles(database);
      return {
        value: { roles },
        lines:
          roles.length === 0
            ? ['There are no roles. “role add” adds one.']
            : tableLines(
                ['id', 'name', 'holders'],
                roles.map((role) => [role.id, role.name, String(role.holders)]),
              ),
      };
    }
    case 'name-event': {
      const name = task.name.trim();
      if (name === '') throw new CommandRefusal('The event needs a name: event name "Aurora Con 2026".');
      await writeSetting(database, 'event-name', name);
      return {
        value: { eventName: name },
        lines: [`The pages call the event ${name}, from the next start of the service on.`],
      };
    }
  }
}

interface Password {
  readonly text: string;
  /** Whether the administrator chose it; such a one is not printed. */
  readonly chosen: boolean;
}

async function choosePassword(fromInput: boolean, readInput: () => Promise<string>): Promise<Password> {
  if (!fromInput) return { text: newPassword(), chosen: false };
  const text = (await readInput()).replace(/\r?\n$/, '');
  checkPasswordLength(text);
  return { text, chosen: true };
}

function passwordLines({ text, chosen }: Password): string[] {
  if (chosen) return [];
  return ['', ...fieldLines([['password', text]]), '', 'The password is shown this once.'];
}

function operatorLines(operator: Operator): string[] {
  return fieldLines([
    ['e-mail', operator.email],
    ['user id', operator.userId],
    ['may grant', scopeText(operator.permissions)],
  ]);
}

function applicationLines(application: RegisteredApplication, clientSecret?: string): string[] {
  return fieldLines([
    ['client id', application.clientId],
    ...(clientSecret === undefined ? [] : [['client secret', clientSecret] as const]),
    ...application.redirectUris.map((uri) => ['redirect', uri] as const),
    ['OBO scopes', scopeText(application.oboScopes)],
    ['integration scopes', scopeText(application.integrationScopes)],
    ...(application.suspended ? [['suspended', 'yes'] as const] : []),
  ]);
}

function scopeText(oauthScopes: readonly string[]): string {
  return oauthScopes.length === 0 ? 'nothing' : oauthScopes.join(' ');
}
