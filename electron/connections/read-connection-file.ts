import { type ConnectionFile, connectionFileSchema } from '../../contract/desk/connections.ts';
import { RolecallError } from '../errors.ts';
import type { Files } from '../ports/files.ts';

const longestFile = 65_536;

/** Reads a connection file. Throws `connection-not-understood` and names the member that is wrong, never its value. */
export async function readConnectionFile(files: Files, file: string): Promise<ConnectionFile> {
  const text = await files.read(file).catch(() => null);
  if (text === null) throw new RolecallError('connection-not-understood', 'The connection file could not be read.');
  return parseConnectionFile(text);
}

export function parseConnectionFile(text: string): ConnectionFile {
  if (text.length > longestFile) throw new RolecallError('connection-not-understood', 'The file is too large.');
  let content: unknown;
  try {
    // Windows editors put a byte order mark in front.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new RolecallError('connection-not-understood', 'The connection file is not JSON.');
  }
  const parsed = connectionFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue?.path.map(String).join('.') ?? '';
  throw new RolecallError(
    'connection-not-understood',
    member === ''
      ? 'The connection file is not an object.'
      : `In the connection file, "${member}" is missing or wrong.`,
  );
}
