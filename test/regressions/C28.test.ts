/** C27 and C28 (TeFuirnever/Murmur#211, electron/electron#43233): the system asked for the keychain though nothing was kept in it. */
import { expect, it } from 'vitest';
import { createVault } from '../support/sign-in/session.ts';

it('does not touch the keyring where nothing is kept', async () => {
  const { vault, cipher } = createVault();
  expect(await vault.read()).toEqual({ kind: 'none' });
  expect(cipher.calls).toBe(0);
});
