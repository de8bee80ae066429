import { open } from 'node:fs/promises';

/** Makes the names in a folder durable: a new or renamed file is only safe after it. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
