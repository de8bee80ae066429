import { statfs } from 'node:fs/promises';

/** Bytes an ordinary account may still write where `folder` is; null where the system does not say. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    return Number.isFinite(free) ? free : null;
  } catch {
    return null;
  }
}
