/** What an administrator does with roles: add, rename, list. */
import type { Database } from '../database/schema.ts';
import { parseId } from '../ids.ts';
import { checkedName, lookAlike } from './names.ts';
import { CommandRefusal } from './refusal.ts';

export interface RoleWithHolders {
  readonly id: string;
  readonly name: string;
  /** How many users hold it. */
  readonly holders: number;
}

/** @throws {CommandRefusal} when the name is empty or taken. */
export async function addRole(database: Database, name: string): Promise<RoleWithHolders> {
  const kept = await freeName(database, name, undefined);
  const row = await orNameTaken(kept, () =>
    database.insertInto('role').values({ name: kept }).returning(['id', 'name']).executeTakeFirstOrThrow(),
  );
  return { ...row, holders: 0 };
}

/** @throws {CommandRefusal} when there is no such role, or the name is empty or taken. */
export async function renameRole(database: Database, roleId: string, name: string): Promise<RoleWithHolders> {
  const kept = await freeName(database, name, roleId);
  const { numUpdatedRows } = await orNameTaken(kept, () =>
    database
      .updateTable('role')
      .set({ name: kept })
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

/** @throws {CommandRefusal} when the name can't be read, or another role's looks the same: nobody at a desk tells them apart. */
async function freeName(database: Database, name: string, ownId: string | undefined): Promise<string> {
  const kept = checkedName('A role', name, 'role add "Checked in"');
  const others = await database.selectFrom('role').select(['id', 'name']).execute();
  const taken = others.find((role) => role.id !== ownId && lookAlike(role.name, kept));
  if (taken !== undefined) throw nameTaken(taken.name);
  return kept;
}

function nameTaken(name: string): CommandRefusal {
  return new CommandRefusal(`There is a role named “${name}” already. Names are unique.`);
}

/** Names are unique (specification, "Role"); the database says when one is taken (PostgreSQL, appendix A: 23505). */
async function orNameTaken<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    throw nameTaken(name);
  }
}
