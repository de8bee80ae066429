import {
  type ConnectionFile,
  type ConnectionForm,
  connectionFileSchema,
  type FormField,
  type FormProblem,
} from '../../contract/desk/connections.ts';
import { baseUrlProblem, type Connection, redirectUriProblem } from './connection.ts';

/** What was typed, as a connection, or everything that is wrong with it: one problem for each field. */
export type CheckedForm =
  | { readonly kind: 'fine'; readonly file: ConnectionFile }
  | { readonly kind: 'problems'; readonly problems: FormProblem[] };

const fields: readonly FormField[] = ['name', 'baseUrl', 'clientId', 'clientSecret', 'redirectUri', 'oboScopes'];

/**
 * Checks a form by the same schema and the same rules as a connection file. A secret that was left empty is filled in with
 * `keptSecret`, the one of the connection that is edited; null where there is none.
 *
 * The address and the application of a connection stay what they are (`edited`): what is kept of it, people, sign-in and
 * secret, belongs to that service, and a secret must not go to wherever somebody types (docs/security.md).
 */
export function checkForm(
  form: ConnectionForm,
  clientSecret: string,
  edited: { readonly connection: Connection; readonly keptSecret: string | null } | null,
): CheckedForm {
  const oboScopes = form.oboScopes.split(/\s+/).filter((scope) => scope !== '');
  const content = {
    ...form,
    name: form.name.trim(),
    baseUrl: edited?.connection.baseUrl ?? wholeAddress(form.baseUrl.trim()),
    clientId: edited?.connection.clientId ?? form.clientId.trim(),
    clientSecret: clientSecret.trim() === '' ? (edited?.keptSecret ?? '') : clientSecret.trim(),
    redirectUri: form.redirectUri.trim(),
    oboScopes,
  };
  const found = new Map<FormField, FormProblem['what']>();
  const parsed = connectionFileSchema.safeParse(content);
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const field = fields.find((name) => name === issue.path[0]);
    if (field === undefined) continue;
    const empty = content[field].length === 0;
    found.set(field, empty ? 'missing' : field === 'oboScopes' && issue.path.length === 1 ? 'too-many' : 'too-long');
  }
  if (oboScopes.length === 0) found.set('oboScopes', 'missing');
  const ofBase = baseUrlProblem(content.baseUrl);
  if (content.baseUrl === '') found.set('baseUrl', 'missing');
  else if (!found.has('baseUrl') && ofBase !== null) {
    found.set(
      'baseUrl',
      ofBase === 'address-not-secure' ? 'not-secure' : ofBase === 'address-with-extras' ? 'with-extras' : 'not-whole',
    );
  }
  if (content.redirectUri === '') found.set('redirectUri', 'missing');
  else if (!found.has('redirectUri') && redirectUriProblem(content.redirectUri) !== null) {
    found.set('redirectUri', 'not-ours');
  }
  if (found.size === 0 && parsed.success) return { kind: 'fine', file: parsed.data };
  const problems = fields.flatMap((field) => {
    const what = found.get(field);
    return what === undefined ? [] : [{ field, what }];
  });
  return { kind: 'problems', problems };
}

/** What stands in the form of a connection; the secret is no part of it. */
export function formOf(connection: Connection): ConnectionForm {
  const { name, baseUrl, clientId, redirectUri, oboScopes, dataAccess, pkce } = connection;
  return { name, baseUrl, clientId, redirectUri, oboScopes: oboScopes.join(' '), dataAccess, pkce };
}

/** People type the host as they see it in a browser, without the part in front. */
function wholeAddress(typed: string): string {
  return /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d{1,5})?(?:\/.*)?$/u.test(typed) ? `https://${typed}` : typed;
}
