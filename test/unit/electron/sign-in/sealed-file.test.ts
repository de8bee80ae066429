import { expect, it } from 'vitest';
import { z } from 'zod';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { SealedFile } from '../../../../electron/sign-in/sealed-file.ts';
import { settle } from '../../../support/directory/hand-clock.ts';
import { createFakeCipher, createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const file = '/c/secret.json';
function setUp() {
  const files = createMemoryFiles();
  const cipher = createFakeCipher();
  const schema = z.object({ secret: z.string() });
  const sealed = new SealedFile({ files, cipher, file, schema, now: () => 5, log: silentLog });
  return { files, cipher, sealed, names: () => [...files.content.keys()] };
}

it('keeps a secret sealed, with the name of the keyring beside it (checklist B52)', async () => {
  const { files, sealed } = setUp();
  expect(await sealed.write({ secret: 'canary' })).toBe('keyring');
  const text = files.content.get(file) ?? '';
  expect(JSON.parse(text)).toMatchObject({ version: 1, backend: 'test-keyring', savedAt: 5 });
  expect(text).not.toContain('canary');
  expect(await sealed.read()).toEqual({ kind: 'value', value: { secret: 'canary' } });
});

it('does not touch the keyring where nothing is kept (checklist B51)', async () => {
  const { cipher, sealed } = setUp();
  expect(await sealed.read()).toEqual({ kind: 'none' });
  expect(cipher.calls).toBe(0);
});

it.each(['weak', 'unavailable'] as const)('writes nothing with a keyring that is %s', async (strength) => {
  const { cipher, sealed, names } = setUp();
  cipher.strength = strength;
  expect(await sealed.write({ secret: 'canary' })).toBe('memory');
  expect(names()).toEqual([]);
});

it('writes nothing where the keyring refuses to seal, and believes it only after a round trip (checklist B55)', async () => {
  const refusing = setUp();
  refusing.cipher.mode = 'refuses';
  expect(await refusing.sealed.write({ secret: 'x' })).toBe('memory');
  expect(refusing.names()).toEqual([]);
  const forgetful = setUp();
  forgetful.cipher.mode = 'forgets';
  expect(await forgetful.sealed.write({ secret: 'x' })).toBe('memory');
});

it('keeps the file while the keyring is locked or not there yet (report C22)', async () => {
  const { cipher, sealed, names } = setUp();
  await sealed.write({ secret: 'x' });
  cipher.mode = 'locked';
  expect(await sealed.read()).toEqual({ kind: 'locked' });
  cipher.mode = 'works';
  cipher.strength = 'weak';
  expect(await sealed.read()).toEqual({ kind: 'locked' });
  expect(names()).toEqual([file]);
  cipher.strength = 'strong';
  expect((await sealed.read()).kind).toBe('value');
});

it('sets the file aside, once, where another key sealed it (report C25)', async () => {
  const { cipher, sealed, names } = setUp();
  await sealed.write({ secret: 'x' });
  cipher.name = 'another';
  expect(await sealed.read()).toEqual({ kind: 'unreadable' });
  expect(names()).toEqual([`${file}.bak-1`]);
  expect(await sealed.read()).toEqual({ kind: 'none' });
});

it.each(['', '\0\0\0\0', '{', '[]', '{"version":0}', '{"version":1,"backend":"b","sealed":5,"savedAt":1}'])(
  'sets damaged files aside: %j (report C43)',
  async (text) => {
    const { files, sealed, names } = setUp();
    files.content.set(file, text);
    expect(await sealed.read()).toEqual({ kind: 'unreadable' });
    expect(names()).toEqual([`${file}.corrupt-1`]);
  },
);

it('stores a fresh ciphertext where the system asks for it (checklist B53)', async () => {
  const { files, cipher, sealed } = setUp();
  await sealed.write({ secret: 'x' });
  const open = cipher.open;
  cipher.open = async (text) => ({ ...(await open(text)), resealed: await cipher.seal('{"secret":"renewed"}') });
  await sealed.read();
  cipher.open = open;
  expect(files.content.size).toBe(1);
  expect(await sealed.read()).toEqual({ kind: 'value', value: { secret: 'renewed' } });
});

it('answers with what it read where the fresh ciphertext can not be stored', async () => {
  const { files, cipher, sealed, names } = setUp();
  await sealed.write({ secret: 'x' });
  const { open } = cipher;
  cipher.open = async (text) => ({ ...(await open(text)), resealed: text });
  files.writeError = new RolecallError('storage-full', 'The disk is full.');
  expect(await sealed.read()).toEqual({ kind: 'value', value: { secret: 'x' } });
  expect(names()).toEqual([file]);
});

/** A keyring that takes its time over the next reading, and then wants a fresh ciphertext. Answers with what lets it go on. */
function resealSlowly(cipher: ReturnType<typeof setUp>['cipher']): () => void {
  const { open } = cipher;
  let letGo = (): void => {};
  const opened = new Promise<void>((resolve) => (letGo = resolve));
  cipher.open = async (text) => {
    await opened;
    return { ...(await open(text)), resealed: text };
  };
  return letGo;
}

it('does not put back what was deleted while it was read', async () => {
  const { files, cipher, sealed } = setUp();
  await sealed.write({ secret: 'x' });
  const letGo = resealSlowly(cipher);
  const reading = sealed.read();
  await settle();
  await sealed.remove();
  letGo();
  await reading;
  expect(files.content.size).toBe(0);
});

it('does not put a fresh ciphertext of an earlier value over a later one', async () => {
  const { cipher, sealed } = setUp();
  await sealed.write({ secret: 'earlier' });
  const letGo = resealSlowly(cipher);
  const reading = sealed.read();
  const writing = sealed.write({ secret: 'later' });
  await settle();
  letGo();
  await Promise.all([reading, writing]);
  expect(await sealed.read()).toEqual({ kind: 'value', value: { secret: 'later' } });
});
