/** What an administrator does with roles: add, rename, list. */
import type { Database } from '../database/schema.ts';
import { parseId } from '../ids.ts';
import { CommandRefusal } from './refusal.ts';

export interface RoleWithHolders {
  readonly id: string;
  readonly name: string;
  /** How many users hold it. */
  readonly holders: number;
}

/** @throws {CommandRefusal} when the name is empty or taken. */
export async function addRole(database: Database, name: string): Promise<RoleWithHolders> {
  const row = await orNameTaken(name, () =>
    database
      .insertInto('role')
      .values({ name: checkedName(name) })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow(),
  );
  return { ...row, holders: 0 };
}

/** @throws {CommandRefusal} when there is no such role, or the name is empty or taken. */
export async function renameRole(database: Database, roleId: string, name: string): Promise<RoleWithHolders> {
  const { numUpdatedRows } = await orNameTaken(name, () =>
    database
      .updateTable('role')
      .set({ name: checkedName(name) })
      .where('id', '=', parseId(roleId) ?? '0')
      .executeTakeFirstOrThrow(),
  );
  const role = (await listRoles(database)).find(({ id }) => id === roleId);
  if (numUpdatedRows === 0n || role === undefined) {
    throw new CommandRefusal(`There is no role with the id ${roleId}. The command “role list” shows them.`);
  }
  return role;
}

export async function listRoles(database: Database): Promise<RoleWithHolders[]> {
  const rows = await database
    .selectFrom('role')
    .leftJoin('user_role', 'user_role.role_id', 'role.id')
    .select(({ fn }) => ['role.id', 'role.name', fn.count<string>('user_role.user_id').as('holders')])
    .groupBy(['role.id', 'role.name'])
    .orderBy('role.id')
    .execute();
  return rows.map(({ id, name, holders }) => ({ id, name, holders: Number(holders) }));
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new CommandRefusal('A role needs a name: role add "Checked in".');
  return trimmed;
}

/** Names are unique (specification, "Role"); the database says when one is taken (PostgreSQL, appendix A: 23505). */
async function orNameTaken<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    throw new CommandRefusal(`There is a role named “${name.trim()}” already. Names are unique.`);
  }
}
