/** C24 (signalapp/Signal-Desktop#7117): an upgrade changed the keyring, and the program did not start any more. */
import { expect, it } from 'vitest';
import { adasRecord, createVault, vaultFile } from '../support/sign-in/session.ts';

it('sets aside what another keyring sealed, deletes nothing, and takes a new sign-in', async () => {
  const { vault, cipher, files } = createVault();
  await vault.write(adasRecord(0));
  cipher.name = 'kwallet6';
  expect(await vault.read()).toEqual({ kind: 'unreadable' });
  expect([...files.content.keys()]).toEqual([`${vaultFile}.bak-1`]);
  expect(await vault.write(adasRecord(0))).toBe('keyring');
  expect((await vault.read()).kind).toBe('value');
});
