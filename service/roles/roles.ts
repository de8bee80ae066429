/** Roles, and who holds them: list roles, list, add and remove the roles of a user. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  addRoleRequestSchema,
  type ListRolesResponse,
  type ListUserRolesResponse,
  paths,
  requiredOauthScope,
} from '../../contract/registration-api/endpoints.ts';
import { requireBearer } from '../authorization/bearer.ts';
import type { Database } from '../database/schema.ts';
import { parseId } from '../ids.ts';
import { logicRefusal, resourceRefusal, validationRefusal } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import type { ServiceContext } from '../service-context.ts';
import { readCursor, writeCursor } from '../users/cursor.ts';
import { noSuchUser } from '../users/users.ts';

interface MembershipParams {
  userId: string;
  roleId: string;
}

/** Roles on one page of the list. */
const rolesPerPage = 100;
const membershipPath = '/api/v0/users/:userId/roles/:roleId';

export function registerRoles(app: FastifyInstance, context: ServiceContext): void {
  const { database } = context;

  app.get<{ Querystring: { nextPage?: string | string[] } }>(
    paths.roles,
    { onRequest: requireBearer(context, requiredOauthScope.listRoles) },
    async (request): Promise<ListRolesResponse> => listRoles(context, request.query.nextPage),
  );

  app.get<{ Params: { userId: string } }>(
    '/api/v0/users/:userId/roles',
    { onRequest: requireBearer(context, requiredOauthScope.listUserRoles) },
    async (request): Promise<ListUserRolesResponse> => {
      const userId = await existingUser(database, request.params.userId);
      const data = await database
        .selectFrom('user_role')
        .innerJoin('role', 'role.id', 'user_role.role_id')
        .select(['role.id', 'role.name', 'user_role.scope'])
        .where('user_role.user_id', '=', userId)
        .orderBy('role.id')
        .execute();
      return { data };
    },
  );

  app.put<{ Params: MembershipParams }>(
    membershipPath,
    { onRequest: requireBearer(context, requiredOauthScope.addRole) },
    async (request, reply) => {
      const { scope } = parseBody(addRoleRequestSchema, request.body);
      const membership = readMembership(request.params);
      try {
        // One statement: of two desks that give the same role at the same moment, the table's key lets one through.
        await sql`insert into user_role (user_id, role_id, scope)
          values (${membership.userId}, ${membership.roleId}, ${scope})`.execute(database);
      } catch (error) {
        throw membershipRefusal(error);
      }
      return reply.code(204).send();
    },
  );

  app.delete<{ Params: MembershipParams }>(
    membershipPath,
    { onRequest: requireBearer(context, requiredOauthScope.removeRole) },
    async (request, reply) => {
      const membership = readMembership(request.params);
      const { numAffectedRows } = await sql`delete from user_role
        where user_id = ${membership.userId} and role_id = ${membership.roleId}`.execute(database);
      if (numAffectedRows === 0n) {
        await existingUser(database, membership.userId);
        await existingRole(database, membership.roleId);
        throw logicRefusal('doesNotHaveRole', 'The user does not have this role.');
      }
      return reply.code(204).send();
    },
  );
}

async function listRoles(context: ServiceContext, cursor: string | string[] | undefined): Promise<ListRolesResponse> {
  let after = '0';
  if (cursor !== undefined) {
    const position = typeof cursor === 'string' ? readCursor(cursor, 'roles', context.signingKey) : undefined;
    if (position === undefined) {
      throw validationRefusal('nextPage must be the nextPage of the page before.', [
        { path: 'nextPage', message: 'Not a cursor of this list.' },
      ]);
    }
    after = position.after;
  }
  const rows = await context.database
    .selectFrom('role')
    .select(['id', 'name'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(rolesPerPage + 1)
    .execute();
  const data = rows.slice(0, rolesPerPage);
  const last = data.at(-1);
  const more = rows.length > data.length && last !== undefined;
  return { data, nextPage: more ? writeCursor({ list: 'roles', after: last.id }, context.signingKey) : null };
}

/** @throws {Refusal} 404 */
async function existingUser(database: Database, userId: string): Promise<string> {
  const id = parseId(userId);
  const row =
    id === undefined
      ? undefined
      : await database.selectFrom('app_user').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw noSuchUser();
  return row.id;
}

/** @throws {Refusal} 404 */
async function existingRole(database: Database, roleId: string): Promise<void> {
  const row = await database.selectFrom('role').select('id').where('id', '=', roleId).executeTakeFirst();
  if (row === undefined) throw noSuchRole();
}

/** @throws {Refusal} 404 when one of the ids is none that can exist. */
function readMembership(params: MembershipParams): MembershipParams {
  const userId = parseId(params.userId);
  if (userId === undefined) throw noSuchUser();
  const roleId = parseId(params.roleId);
  if (roleId === undefined) throw noSuchRole();
  return { userId, roleId };
}

function noSuchRole() {
  return resourceRefusal('There is no role with this id.');
}

/** PostgreSQL's answers to the INSERT, in the service's words (PostgreSQL, appendix A). */
function membershipRefusal(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505') return logicRefusal('alreadyHasRole', 'The user was already added to this role.');
  // The foreign keys know who exists, so no look-up comes first.
  if (code === '23503') return constraint === 'user_role_role_id_fkey' ? noSuchRole() : noSuchUser();
  return error;
}
