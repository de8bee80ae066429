/** The shapes everybody agreed on: one text file for each state, so that a change of a screen is a change somebody reads. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'baseline');
const fileOf = (state: string): string => path.join(folder, `${state}.txt`);

/** Null where the state is new. */
export async function readBaseline(state: string): Promise<string[] | null> {
  if (!existsSync(fileOf(state))) return null;
  return (await readFile(fileOf(state), 'utf8')).trimEnd().split('\n');
}

export async function writeBaseline(state: string, lines: readonly string[]): Promise<void> {
  await writeFile(fileOf(state), `${lines.join('\n')}\n`);
}

/** Files of states there are no longer. */
export async function leftOver(states: readonly string[]): Promise<string[]> {
  const files = existsSync(folder) ? await readdir(folder) : [];
  return files.filter((name) => name.endsWith('.txt') && !states.includes(name.slice(0, -'.txt'.length)));
}

export async function removeLeftOver(states: readonly string[]): Promise<void> {
  for (const name of await leftOver(states)) await rm(path.join(folder, name));
}
