import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RolecallError } from '../../../../electron/errors.ts';
import { createKeptFile } from '../../../../electron/ports/kept-file.ts';
import type { Log } from '../../../../electron/ports/log.ts';
import { createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const file = '/u/hats.json';
const schema = z.object({ hats: z.number().int(), colour: z.string().optional() });

function setUp(text?: string) {
  const files = createMemoryFiles();
  if (text !== undefined) files.content.set(file, text);
  const logged: string[] = [];
  const say: Log['info'] = (event, fields) => void logged.push(`${event} ${fields?.name}`);
  const log: Log = { info: say, warn: say, error: say };
  return { files, logged, kept: createKeptFile({ files, file, version: 2, schema, log, name: 'hats' }) };
}

describe('a kept file', () => {
  it('comes back as it was written, with the version it is of', async () => {
    const { kept, files, logged } = setUp();
    expect(await kept.read()).toEqual({ kind: 'none' });
    await kept.write({ hats: 3 });
    expect(JSON.parse(files.content.get(file) ?? '')).toEqual({ version: 2, hats: 3 });
    expect(await kept.read()).toEqual({ kind: 'content', content: { hats: 3 } });
    expect(kept.problem()).toBeNull();
    expect(logged).toEqual([]);
  });

  it.each([
    '',
    '\0\0\0',
    'null',
    '[]',
    '3',
    '{"version":2}',
    '{"version":2,"hats":"many"}',
    '{"version":1,"hats":3}',
    '{"hats":3}',
  ])('that can’t be understood is set aside, not lost, and a new one takes its place: %j', async (text) => {
    const { kept, files, logged } = setUp(text);
    expect(await kept.read()).toEqual({ kind: 'none' });
    expect(kept.problem()).toBe('set-aside');
    expect([...files.content]).toEqual([[`${file}.corrupt-1`, text]]);
    expect(logged).toEqual(['kept-file.set-aside hats']);
    await kept.write({ hats: 1 });
    expect(kept.problem()).toBeNull();
    expect(await kept.read()).toEqual({ kind: 'content', content: { hats: 1 } });
    expect(files.content.get(`${file}.corrupt-1`)).toBe(text);
  });

  it('without a number is of the first version', async () => {
    const files = createMemoryFiles();
    files.content.set(file, '{"hats":3}');
    const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
    const kept = createKeptFile({ files, file, version: 1, schema, log, name: 'hats' });
    expect(await kept.read()).toEqual({ kind: 'content', content: { hats: 3 } });
  });

  it('of a newer Rolecall is left as it is, whatever is written', async () => {
    const text = '{"version":3,"hats":{"red":1}}';
    const { kept, files, logged } = setUp(text);
    expect(await kept.read()).toEqual({ kind: 'newer' });
    expect(kept.problem()).toBe('newer');
    expect(() => kept.checkWritable()).toThrow(expect.objectContaining({ code: 'settings-newer' }));
    await expect(kept.write({ hats: 1 })).rejects.toMatchObject({ code: 'settings-newer' });
    await kept.tryToWrite({ hats: 1 });
    expect([...files.content]).toEqual([[file, text]]);
    expect(files.writes).toBe(0);
    expect(logged).toEqual(['kept-file.newer hats']);
  });

  it('on a disk that does not give it is there all the same', async () => {
    const { kept, files, logged } = setUp('{"version":2,"hats":3}');
    const error = new RolecallError('storage-unwritable', 'No.');
    files.read = () => Promise.reject(error);
    expect(await kept.read()).toEqual({ kind: 'unreadable', error });
    expect(kept.problem()).toBeNull();
    expect(files.content.size).toBe(1);
    expect(logged).toEqual(['kept-file.not-read hats']);
  });

  it('that the disk did not give is not written over before it was read', async () => {
    const { kept, files } = setUp('{"version":2,"hats":3}');
    const { read } = files;
    files.read = () => Promise.reject(new RolecallError('storage-unwritable', 'No.'));
    await kept.read();
    await expect(kept.write({ hats: 4 })).rejects.toMatchObject({ code: 'storage-unwritable' });
    await kept.tryToWrite({ hats: 4 });
    files.read = read;
    const reading = kept.read();
    await expect(kept.write({ hats: 4 })).rejects.toMatchObject({ code: 'storage-unwritable' });
    expect(await reading).toEqual({ kind: 'content', content: { hats: 3 } });
    await kept.write({ hats: 4 });
    expect(await kept.read()).toEqual({ kind: 'content', content: { hats: 4 } });
  });

  it('on a full disk says so, or is done without', async () => {
    const { kept, files, logged } = setUp('{"version":2,"hats":3}');
    files.writeError = new RolecallError('storage-full', 'Full.');
    await expect(kept.write({ hats: 4 })).rejects.toMatchObject({ code: 'storage-full' });
    await kept.tryToWrite({ hats: 4 });
    expect(logged).toEqual(['kept-file.not-kept hats']);
    expect(await kept.read()).toEqual({ kind: 'content', content: { hats: 3 } });
  });
});
