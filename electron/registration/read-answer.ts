/**
 * Reading what other people's instances send (docs/decisions.md, "reading other people's instances"): lenient about
 * everything that has an obvious meaning, strict about one thing: an answer that did not come from the service must
 * never be taken for an empty list, since "no roles" is what a delivery confirms from.
 */
import type { Address, Role, RoleScope, User, UserRole } from '../../contract/registration-api/resources.ts';
import { RolecallError } from '../errors.ts';
import type { HttpResponse } from '../ports/http-transport.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A list with the cursor that came along and how many of its items had no usable id. */
export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly nextPage: string | null;
  readonly unusable: number;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON of the body; undefined where it is none. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body);
  } catch {
    return undefined;
  }
}

/** Whether this is a web page: what captive portals and proxies put where the service should be. */
export function looksLikeHtml(response: HttpResponse): boolean {
  // Some servers call everything a page unless they are told otherwise, also JSON and an answer without a body.
  if (/^\uFEFF?\s*(?:$|[[{])/.test(response.body)) return false;
  const contentType = response.headers['content-type'] ?? '';
  if (/^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)) return true;
  return /^\uFEFF?\s*<(!doctype|html|head|body|script|meta)\b/i.test(response.body);
}

/** Ids are opaque strings and stay as they came. A number is written out, unless JSON already rounded it. */
function readId(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

function readText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

function readCursor(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? readText(value) : null;
}

/** `nextPage` beside the data, or one level down in an object such as `paging`. */
function findNextPage(fields: Fields): string | null {
  const beside = readCursor(fields.nextPage);
  if (beside !== null) return beside;
  for (const value of Object.values(fields)) {
    const inside = isFields(value) ? readCursor(value.nextPage) : null;
    if (inside !== null) return inside;
  }
  return null;
}

function notTheService(response: HttpResponse): RolecallError {
  return new RolecallError('network-captive-portal', 'Something other than the service answered.', {
    status: response.status,
  });
}

function unexpected(response: HttpResponse, what: string): RolecallError {
  return new RolecallError('service-unexpected-answer', `The service answered with ${what}.`, {
    status: response.status,
    // A truncated or empty body is the network's doing more often than the service's.
    retryable: true,
  });
}

function readJsonAnswer(response: HttpResponse): unknown {
  if (looksLikeHtml(response)) throw notTheService(response);
  const value = parseJson(response.body);
  if (value === undefined) {
    throw unexpected(response, response.body.trim() === '' ? 'an empty body' : 'something that is not whole JSON');
  }
  return value;
}

/**
 * A list answer. `data` null is an empty list; `data` missing is one only where nothing speaks against the service
 * having sent it: an empty object or one that has a cursor field. Any other object is a stranger's.
 */
function readList<Item>(response: HttpResponse, readItem: (fields: Fields) => Item | null): ListAnswer<Item> {
  const answer = readJsonAnswer(response);
  const fields = isFields(answer) ? answer : {};
  let list: unknown = Array.isArray(answer) ? answer : fields.data;
  if (isFields(list) && Array.isArray(list.data)) list = list.data;
  if (!Array.isArray(list)) {
    const empty = list === null || (list === undefined && ('nextPage' in fields || Object.keys(fields).length === 0));
    if (!isFields(answer) || !empty) throw notTheService(response);
    list = [];
  }
  const items: Item[] = [];
  let unusable = 0;
  for (const value of list as readonly unknown[]) {
    const item = isFields(value) ? readItem(value) : null;
    if (item === null) unusable += 1;
    else items.push(item);
  }
  return { items, nextPage: findNextPage(fields), unusable };
}

function readRole(fields: Fields): Role | null {
  const id = readId(fields.id);
  return id === null ? null : { id, name: readText(fields.name) ?? id };
}

/** `global` only where the service says so; anything else is the narrower `convention`. */
function readRoleScope(value: unknown): RoleScope {
  return typeof value === 'string' && value.toLowerCase() === 'global' ? 'global' : 'convention';
}

function readUserRole(fields: Fields): UserRole | null {
  const role = readRole(fields);
  return role === null ? null : { ...role, scope: readRoleScope(fields.scope) };
}

function readAddress(value: unknown): Address | null {
  if (!isFields(value)) return null;
  const address: Address = {
    addressCity: readText(value.addressCity),
    addressCountry: readText(value.addressCountry),
    addressLine1: readText(value.addressLine1),
    addressLine2: readText(value.addressLine2),
    addressState: readText(value.addressState),
    addressZipcode: readText(value.addressZipcode),
  };
  return Object.values(address).every((part) => part === null) ? null : address;
}

function readUser(fields: Fields): User | null {
  const id = readId(fields.id);
  if (id === null) return null;
  return {
    id,
    email: readText(fields.email) ?? '',
    preferredName: readText(fields.preferredName),
    firstName: readText(fields.firstName) ?? '',
    lastName: readText(fields.lastName) ?? '',
    username: readText(fields.username) ?? '',
    verified: fields.verified === true || fields.verified === 'true',
    // Declared a boolean, described as E.164: only text is a phone number.
    phone: typeof fields.phone === 'string' && fields.phone.trim() !== '' ? fields.phone : null,
    address: readAddress(fields.address),
  };
}

/** Throws RolecallError `network-captive-portal` or `service-unexpected-answer`, as the other readers do. */
export function readRoles(response: HttpResponse): ListAnswer<Role> {
  return readList(response, readRole);
}

export function readUserRoles(response: HttpResponse): ListAnswer<UserRole> {
  return readList(response, readUserRole);
}

export function readUsers(response: HttpResponse): ListAnswer<User> {
  return readList(response, readUser);
}

/** One person, at the top of the answer or under `data`. */
export function readOneUser(response: HttpResponse): User {
  const answer = readJsonAnswer(response);
  const fields = isFields(answer) && isFields(answer.data) ? answer.data : answer;
  const user = isFields(fields) ? readUser(fields) : null;
  if (user === null) throw notTheService(response);
  return user;
}

/** Add and remove: any 2xx is a success, with or without a body, unless a web page came in its place. */
export function readWritten(response: HttpResponse): void {
  if (looksLikeHtml(response)) throw notTheService(response);
}
