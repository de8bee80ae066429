/** C30 (tutao/tutanota#6265, signalapp/Signal-Desktop#7944): no secret service: an exception at the start, or plain storage. */
import { expect, it } from 'vitest';
import { adasRecord, createVault } from '../support/sign-in/session.ts';

it.each(['weak', 'unavailable'] as const)(
  'writes nothing and throws nothing where encryption is %s',
  async (strength) => {
    const { vault, cipher, files } = createVault();
    cipher.strength = strength;
    expect(await vault.read()).toEqual({ kind: 'none' });
    expect(await vault.write(adasRecord(0))).toBe('memory');
    expect(files.content.size).toBe(0);
  },
);
