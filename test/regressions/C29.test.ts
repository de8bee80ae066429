/** C29 (microsoft/vscode#187338, #190062): a keyring that is there but of no use: signed out at each start, without a word. */
import { expect, it } from 'vitest';
import { adasRecord, createVault } from '../support/sign-in/session.ts';

it.each(['refuses', 'forgets', 'locked'] as const)('says that it is not kept where the keyring %s', async (mode) => {
  const { vault, cipher } = createVault();
  cipher.mode = mode;
  expect(await vault.write(adasRecord(0))).toBe('memory');
});
