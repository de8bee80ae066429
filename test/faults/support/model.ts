/** What the models of desks share. */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Wish } from '../../../electron/role-changes/wish-book.ts';

/** In memory where the system has a place for that: a model writes thousands of journals. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new, empty folder for a desk's journal. */
export const newModelFolder = (): Promise<string> => mkdtemp(join(place, 'rolecall-model-'));

/** Whether the service had said before the wish that what it asks for is so: whatever came of it, nothing changed. */
export function askedForWhatWasSo({ facts: { base, wanted } }: Wish): boolean {
  return base !== null && base.held === (wanted === 'held');
}
