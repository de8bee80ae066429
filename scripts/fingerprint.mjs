import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * A hash over names and contents of files and folders below `root`. Contents, not times: a checkout or a `git switch` back
 * and forth changes times only.
 * @param {string} root
 * @param {readonly string[]} entries relative to root; what isn't there counts as absent
 */
export function fingerprint(root, entries) {
  const hash = createHash('sha256');
  for (const entry of [...entries].sort()) {
    for (const file of filesBelow(root, entry)) {
      hash.update(`${file.split(path.sep).join('/')}\0`);
      hash.update(readFileSync(path.join(root, file)));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} entry
 * @returns {string[]}
 */
function filesBelow(root, entry) {
  const absolute = path.join(root, entry);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [entry];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesBelow(root, path.join(entry, name)));
}

/**
 * The subresource-integrity form npm uses in its lock files: `sha512-` and base64.
 * @param {string} file
 */
export async function integrityOf(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}
