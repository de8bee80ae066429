/**
 * One small file of JSON that outlives the program: settings, connections, stations and the like. It says which version of
 * its layout it is of; one that can't be understood is kept aside, one of a newer Rolecall is left as it is and not written
 * over (checklist B72, B73).
 */
import type { z } from 'zod';
import { RolecallError } from '../errors.ts';
import { type Files, isNewerFile } from './files.ts';
import type { Log } from './log.ts';

export type KeptRead<Content> =
  | { readonly kind: 'content'; readonly content: Content }
  /** Nothing was kept, or it was set aside. */
  | { readonly kind: 'none' }
  | { readonly kind: 'newer' }
  /** The disk does not give it. It is not written over either, until it was read. */
  | { readonly kind: 'unreadable'; readonly error: unknown };

export type KeptFileProblem = 'set-aside' | 'newer';

export interface KeptFile<Content> {
  /** Never rejects. */
  read(): Promise<KeptRead<Content>>;
  /** Writes it whole. Throws `settings-newer`, `storage-full` or `storage-unwritable`; what was there then stays. */
  write(content: Content): Promise<void>;
  /** The same for what the desk can do without: it never rejects. */
  tryToWrite(content: Content): Promise<void>;
  /** Throws `settings-newer` or `storage-unwritable` where the file is not to be written over. */
  checkWritable(): void;
  /** Why the file could not be used; null where it could, and once a new one was written. */
  problem(): KeptFileProblem | null;
}

export interface KeptLayout<Content extends object> {
  /** Raised when an older Rolecall would misread the file. A file without a number is of the first version. */
  readonly version: number;
  /** Of everything but the version. */
  readonly schema: z.ZodType<Content>;
}

export interface KeptFileOptions<Content extends object> extends KeptLayout<Content> {
  readonly files: Files;
  readonly file: string;
  readonly log: Log;
  /** What the log calls it. */
  readonly name: string;
}

export function createKeptFile<Content extends object>(options: KeptFileOptions<Content>): KeptFile<Content> {
  const { files, file, version, log, name } = options;
  let problem: KeptFileProblem | null = null;
  /** What it holds is not known: whoever writes it now starts from nothing. */
  let unread = false;

  function checkWritable(): void {
    if (problem === 'newer') throw new RolecallError('settings-newer', 'The file is from a newer Rolecall.');
    if (unread) throw new RolecallError('storage-unwritable', 'The file could not be read, and is not written over.');
  }

  async function write(content: Content): Promise<void> {
    checkWritable();
    await files.write(file, keptText(options, content));
    problem = null;
  }

  return {
    async read() {
      try {
        const text = await files.read(file);
        unread = false;
        if (text === null) return { kind: 'none' };
        if (isNewerFile(text, version)) {
          problem = 'newer';
          log.error('kept-file.newer', { name });
          return { kind: 'newer' };
        }
        const content = parseKept(options, text);
        if (content !== null) return { kind: 'content', content };
        problem = 'set-aside';
        log.error('kept-file.set-aside', { name });
        await files.setAside(file, 'corrupt');
        return { kind: 'none' };
      } catch (error) {
        unread = true;
        log.warn('kept-file.not-read', { name, code: codeOf(error) });
        return { kind: 'unreadable', error };
      }
    },
    write,
    async tryToWrite(content) {
      if (problem === 'newer' || unread) return;
      try {
        await write(content);
      } catch (error) {
        log.warn('kept-file.not-kept', { name, code: codeOf(error) });
      }
    },
    checkWritable,
    problem: () => problem,
  };
}

function codeOf(error: unknown): string {
  return error instanceof RolecallError ? error.code : 'bug';
}

/** What such a file holds; null where it can't be understood, or is of another version. */
export function parseKept<Content extends object>(
  { version, schema }: KeptLayout<Content>,
  text: string,
): Content | null {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
    const { version: written = 1, ...rest }: { readonly version?: unknown } = content;
    return written === version ? (schema.safeParse(rest).data ?? null) : null;
  } catch {
    return null;
  }
}

/** Such a file as it is written. */
export function keptText<Content extends object>({ version }: KeptLayout<Content>, content: Content): string {
  return JSON.stringify({ version, ...content }, null, 2);
}
