import { expect, it, vi } from 'vitest';
import { pinSchema } from '../../../../contract/desk/sign-in.ts';
import { hashPin, isPin, pinHashSchema } from '../../../../electron/sign-in/pin.ts';

// Guesses are dear on purpose, and dearer on a busy machine; nothing here is about time.
vi.setConfig({ testTimeout: 60_000 });

it('knows the PIN again, and no other', async () => {
  const kept = pinHashSchema.parse(JSON.parse(JSON.stringify(await hashPin('2468'))));
  expect(await isPin('2468', kept)).toBe(true);
  for (const other of ['2469', '246', '24680', '', '02468']) expect(await isPin(other, kept)).toBe(false);
});

it('keeps neither the PIN nor a hash that two people with the same PIN share', async () => {
  const [one, two] = await Promise.all([hashPin('13579246'), hashPin('13579246')]);
  expect(one.hash).not.toBe(two.hash);
  expect(JSON.stringify(one)).not.toContain('13579246');
  // RFC 7914: 32 MB for each guess.
  expect(128 * one.cost * one.blockSize).toBe(32 * 2 ** 20);
});

it('goes by the costs kept with the hash, so that they may grow later', async () => {
  const kept = await hashPin('2468');
  expect(await isPin('2468', { ...kept, cost: kept.cost / 2 })).toBe(false);
});

it.each(['123', '1234567890123', '12a4', '１２３４', ' 1234', '', '12 34'])('takes no PIN like "%s"', (pin) => {
  expect(pinSchema.safeParse(pin).success).toBe(false);
});
