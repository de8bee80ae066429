/** The thread that reads lists, built as it ships: what it answers, and that what goes wrong in it stays in it. */
import { beforeAll, expect, it } from 'vitest';
import { createThreadReader, type TableReader } from '../../../electron/lists/table-reader.ts';
import { bundleProgram } from '../../faults/support/bundle.ts';
import { workbook } from '../../unit/electron/lists/support/workbook.ts';

let read: TableReader;
beforeAll(async () => {
  read = createThreadReader(await bundleProgram('electron/lists/list-reader-thread.ts'));
});
const never = (): AbortSignal => new AbortController().signal;

it('reads text and workbooks', async () => {
  expect(await read({ kind: 'text', text: 'id\n17' }, never())).toEqual({ rows: [['id'], ['17']] });
  const bytes = workbook([
    ['id', 'name'],
    [17, 'Zoë'],
  ]);
  expect(await read({ kind: 'file', bytes }, never())).toEqual({
    rows: [
      ['id', 'name'],
      ['17', 'Zoë'],
    ],
  });
});

it('reads twenty thousand rows', async () => {
  const rows = Array.from({ length: 20_000 }, (_none, row) => [row, `First${row} Last${row}`, `p${row}@x.example`]);
  expect((await read({ kind: 'file', bytes: workbook(rows) }, never())).rows).toHaveLength(20_000);
});

it('says what is no list', async () => {
  const half = workbook([['id'], ['1']]).slice(0, 200);
  await expect(read({ kind: 'file', bytes: half }, never())).rejects.toMatchObject({ code: 'list-not-understood' });
});

it('a sheet that says it reaches to its last cell costs the thread, not the program', async () => {
  const far =
    '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
  const bytes = workbook([['id']], { 'xl/worksheets/sheet1.xml': Buffer.from(far) });
  await expect(read({ kind: 'file', bytes }, never())).rejects.toMatchObject({
    code: expect.stringMatching(/^list-/) as string,
  });
});

it('can be called off', async () => {
  const stop = new AbortController();
  const reading = read({ kind: 'text', text: 'id\n17' }, stop.signal);
  stop.abort(new Error('called off'));
  await expect(reading).rejects.toThrow('called off');
});
