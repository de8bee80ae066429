import type { z } from 'zod';
import { type ConnectionFile, connectionFileSchema } from '../../contract/desk/connections.ts';
import type { Files } from '../ports/files.ts';
import { ConnectionFileError } from './connection-file-error.ts';

const longestFile = 65_536;

/** The text of a file somebody chose: a connection file, or a desk link. Throws `connection-not-understood`. */
export async function readChosenFile(files: Files, file: string): Promise<string> {
  const text = await files.read(file).catch(() => null);
  if (text === null) {
    throw new ConnectionFileError({ what: 'not-readable', field: null }, 'The connection file could not be read.');
  }
  if (text.length > longestFile) {
    throw new ConnectionFileError({ what: 'too-large', field: null }, 'The file is too large.');
  }
  return text;
}

/** Reads a connection file. Throws `connection-not-understood` and names the member that is wrong, never its value. */
export async function readConnectionFile(files: Files, file: string): Promise<ConnectionFile> {
  return parseConnectionFile(await readChosenFile(files, file));
}

export function parseConnectionFile(text: string): ConnectionFile {
  if (text.length > longestFile) {
    throw new ConnectionFileError({ what: 'too-large', field: null }, 'The file is too large.');
  }
  let content: unknown;
  try {
    // Windows editors put a byte order mark in front.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ConnectionFileError({ what: 'not-json', field: null }, 'The connection file is not JSON.');
  }
  const parsed = connectionFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw errorOf(parsed.error.issues[0], content);
}

function errorOf(issue: z.core.$ZodIssue | undefined, content: unknown): ConnectionFileError {
  const member = issue?.path.map(String).join('.') ?? '';
  if (member === '') {
    return new ConnectionFileError({ what: 'not-an-object', field: null }, 'The connection file is not an object.');
  }
  const [name = ''] = member.split('.');
  const there = typeof content === 'object' && content !== null && name in content;
  return new ConnectionFileError(
    { what: there ? 'field-wrong' : 'field-missing', field: name.slice(0, 60) },
    `In the connection file, "${member}" is ${there ? 'wrong' : 'missing'}.`,
  );
}
