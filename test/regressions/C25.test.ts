/** C25 (bitwarden/clients#21038): a keyring that does not open made the program start anew without end. */
import { expect, it } from 'vitest';
import { createSession, vaultFile } from '../support/sign-in/session.ts';

it('asks to sign in, once, after one try', async () => {
  const { cipher, open, files } = await createSession();
  cipher.mode = 'refuses';
  const before = cipher.calls;
  const again = open();
  expect(await again.restore()).toEqual({ signedIn: false, notice: 'vault-unreadable' });
  expect(cipher.calls - before).toBe(2);
  expect(await again.restore()).toEqual({ signedIn: false, notice: null });
  expect(files.content.has(`${vaultFile}.bak-1`)).toBe(true);
});
