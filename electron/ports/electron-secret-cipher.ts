import { safeStorage } from 'electron';
import { RolecallError } from '../errors.ts';
import { isLockedForNow, type SecretCipher } from './secret-cipher.ts';

/** The promise methods exist since Electron 42; older programs have the blocking ones only. */
const older: Partial<
  Pick<typeof safeStorage, 'encryptStringAsync' | 'decryptStringAsync' | 'isAsyncEncryptionAvailable'>
> = safeStorage;

const isAvailable = async (): Promise<boolean> =>
  older.isAsyncEncryptionAvailable === undefined
    ? safeStorage.isEncryptionAvailable()
    : older.isAsyncEncryptionAvailable();

const encrypt = async (plain: string): Promise<Buffer> =>
  older.encryptStringAsync === undefined ? safeStorage.encryptString(plain) : older.encryptStringAsync(plain);

const decrypt = async (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> =>
  older.decryptStringAsync === undefined
    ? { result: safeStorage.decryptString(sealed), shouldReEncrypt: false }
    : older.decryptStringAsync(sealed);

/** safeStorage of the running program. To be used after Electron is ready and a window stands (checklist B51). */
export const electronSecretCipher: SecretCipher = {
  backend: async () => {
    // macOS and Windows have one keyring, and asking after it may already bring up a question (field reports C27, C28):
    // whether it works shows when something is sealed.
    if (process.platform !== 'linux') return { strength: 'strong', name: process.platform };
    const name = safeStorage.getSelectedStorageBackend();
    if (name === 'basic_text' || name === 'unknown') return { strength: 'weak', name };
    const available = await isAvailable().catch(() => false);
    return { strength: available ? 'strong' : 'unavailable', name };
  },
  seal: async (plain) => {
    try {
      return (await encrypt(plain)).toString('base64');
    } catch (error) {
      throw new RolecallError('vault-unreadable', 'The keyring did not seal.', { cause: error, retryable: true });
    }
  },
  open: async (sealed) => {
    try {
      const { result, shouldReEncrypt } = await decrypt(Buffer.from(sealed, 'base64'));
      if (!shouldReEncrypt) return { plain: result, resealed: undefined };
      // It did open: where no fresh one can be had, the old one serves on.
      const resealed = await encrypt(result).catch(() => undefined);
      return { plain: result, resealed: resealed?.toString('base64') };
    } catch (error) {
      const retryable = error instanceof Error && isLockedForNow(error.message);
      throw new RolecallError('vault-unreadable', 'The keyring did not open.', { cause: error, retryable });
    }
  },
};
