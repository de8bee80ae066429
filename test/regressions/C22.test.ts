/** C22 (element-hq/element-desktop#2822): the keyring is not there yet at login, and what it had sealed was given up. */
import { expect, it } from 'vitest';
import { adasRecord, createVault, vaultFile } from '../support/sign-in/session.ts';

it('leaves the sign-in alone while the keyring has not started, and finds it afterwards', async () => {
  const { vault, cipher, files } = createVault();
  await vault.write(adasRecord(0));
  cipher.strength = 'weak';
  expect(await vault.read()).toEqual({ kind: 'locked' });
  expect([...files.content.keys()]).toEqual([vaultFile]);
  cipher.strength = 'strong';
  expect((await vault.read()).kind).toBe('value');
});
