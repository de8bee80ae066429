/** `GET /api/v0/users/:id`, `POST /api/v0/users/search` and the extra `GET /api/users/current`. */
import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import {
  oauthScopes,
  paths,
  requiredOauthScope,
  type SearchUsersRequest,
  type SearchUsersResponse,
  searchLimit,
  searchUsersRequestSchema,
} from '../../contract/registration-api/endpoints.ts';
import type { CurrentUser, User } from '../../contract/registration-api/resources.ts';
import { bearerOf, requireBearer } from '../authorization/bearer.ts';
import type { Database, UserTable } from '../database/schema.ts';
import { parseId } from '../ids.ts';
import { accessRefusal, resourceRefusal, validationRefusal } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import type { ServiceContext } from '../service-context.ts';
import { readCursor, writeCursor } from './cursor.ts';

export function registerUsers(app: FastifyInstance, context: ServiceContext): void {
  app.get<{ Params: { userId: string } }>(
    '/api/v0/users/:userId',
    { onRequest: requireBearer(context, requiredOauthScope.getUser) },
    async (request): Promise<User> => findUser(context.database, request.params.userId),
  );

  app.post(
    paths.searchUsers,
    { onRequest: requireBearer(context, requiredOauthScope.searchUsers) },
    async (request): Promise<SearchUsersResponse> => {
      const search = readSearch(parseBody(searchUsersRequestSchema, request.body), context.signingKey);
      return searchUsers(context, search);
    },
  );

  app.get(
    paths.currentUser,
    { onRequest: requireBearer(context, oauthScopes.basicPersonalInformation) },
    async (request): Promise<CurrentUser> => {
      const { userId } = bearerOf(request);
      if (userId === null) {
        throw accessRefusal('Only a token on behalf of a user has a current user.', [
          oauthScopes.basicPersonalInformation,
        ]);
      }
      const user = await findUser(context.database, userId);
      const account = await context.database
        .selectFrom('account')
        .select('permissions')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return {
        id: user.id,
        sub: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        preferredName: user.preferredName,
        username: user.username,
        permissions: account?.permissions ?? [],
      };
    },
  );
}

/** @throws {Refusal} 404 when nobody has this id. */
async function findUser(database: Database, userId: string): Promise<User> {
  const id = parseId(userId);
  const row =
    id === undefined
      ? undefined
      : await database.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw noSuchUser();
  return toUser(row);
}

export function noSuchUser() {
  return resourceRefusal('There is no user with this id.');
}

interface UserSearch {
  readonly limit: number;
  readonly after: string | undefined;
  readonly roleId: string | undefined;
}

/** Merges request and cursor. The filter travels in the cursor: later pages may leave it out, but not change it. */
function readSearch(request: SearchUsersRequest, signingKey: Buffer): UserSearch {
  const limit = request.limit ?? searchLimit.default;
  const roleId = request.filter?.roleId ?? undefined;
  const requestedRole = roleId === undefined ? undefined : String(roleId);
  if (request.nextPage === undefined || request.nextPage === null)
    return { limit, after: undefined, roleId: requestedRole };
  const position = readCursor(request.nextPage, 'users', signingKey);
  if (position === undefined) {
    throw validationRefusal('nextPage must be the nextPage of the page before.', [
      { path: 'nextPage', message: 'Not a cursor of this list.' },
    ]);
  }
  if (requestedRole !== undefined && requestedRole !== position.roleId) {
    throw validationRefusal('nextPage belongs to a search with another filter.', [
      { path: 'filter.roleId', message: 'Differs from the search that nextPage continues.' },
    ]);
  }
  return { limit, after: position.after, roleId: position.roleId };
}

async function searchUsers(context: ServiceContext, search: UserSearch): Promise<SearchUsersResponse> {
  const roleId = search.roleId === undefined ? undefined : parseId(search.roleId);
  // An id that can't exist is a role nobody has.
  if (search.roleId !== undefined && roleId === undefined) return { data: [], nextPage: null };
  let query = context.database.selectFrom('app_user').selectAll('app_user');
  if (roleId === undefined) {
    query = query
      .orderBy('app_user.id')
      .$if(search.after !== undefined, (page) => page.where('app_user.id', '>', search.after ?? ''));
  } else {
    // Ordered by the membership's column: its index delivers a role's members in order.
    query = query
      .innerJoin('user_role', (join) => join.onRef('user_role.user_id', '=', 'app_user.id'))
      .where('user_role.role_id', '=', roleId)
      .orderBy('user_role.user_id')
      .$if(search.after !== undefined, (page) => page.where('user_role.user_id', '>', search.after ?? ''));
  }
  // One more than asked for tells whether there is a next page.
  const rows = await query.limit(search.limit + 1).execute();
  const page = rows.slice(0, search.limit);
  const last = page.at(-1);
  const nextPage =
    rows.length > page.length && last !== undefined
      ? writeCursor(
          { list: 'users', after: last.id, ...(search.roleId === undefined ? {} : { roleId: search.roleId }) },
          context.signingKey,
        )
      : null;
  return { data: page.map(toUser), nextPage };
}

function toUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    email: row.email,
    preferredName: row.preferred_name,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    verified: row.verified,
    phone: row.phone,
    address: row.address,
  };
}
