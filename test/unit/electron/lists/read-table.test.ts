import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostListRows } from '../../../../contract/desk/lists.ts';
import { decodeText } from '../../../../electron/lists/decode-text.ts';
import { readTable } from '../../../../electron/lists/read-table.ts';
import { findDelimiter } from '../../../../electron/lists/read-text-table.ts';
import { csvOf } from '../../../../electron/role-changes/csv.ts';
import { runSteps } from '../../../support/run-steps.ts';
import { workbook } from './support/workbook.ts';

const rowsOf = async (text: string): Promise<readonly (readonly string[])[]> =>
  (await readTable({ kind: 'text', text })).rows;
const file = (bytes: Uint8Array) => readTable({ kind: 'file', bytes });
const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('the encoding', () => {
  const text = 'Zoë Brontë;Łódź;王小明';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little-endian', utf16(`\ufeff${text}`, false)],
    ['UTF-16 big-endian', utf16(`\ufeff${text}`, true)],
  ])('%s', (_name, bytes) => {
    expect(decodeText(bytes).replace('\ufeff', '')).toBe(text);
  });

  it('UTF-16 without a mark shows by its zeros', () => {
    expect(decodeText(utf16('id,name\r\n17,Mika', false))).toBe('id,name\r\n17,Mika');
    expect(decodeText(utf16('id,name\r\n17,Mika', true))).toBe('id,name\r\n17,Mika');
  });

  it('Windows-1252 is what is left', () => {
    expect(decodeText(Uint8Array.from([0x5a, 0x6f, 0xeb, 0x20, 0x80]))).toBe('Zoë €');
  });
});

describe('text', () => {
  it.each([
    ['id,name\n1,Mika', ','],
    ['id;name\n1;Aaltonen, Mika\n2;Novák, Jan', ';'],
    ['id\tname\n1\tAaltonen, Mika', '\t'],
    ['id|name\n1|Mika', '|'],
    ['Mika Aaltonen\nJan Novák', null],
    ['"Aaltonen, Mika"\n"Novák, Jan"', null],
  ])('%j is divided by %j', (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });

  it('keeps the numbers of the rows: an empty line is a row', async () => {
    expect(await rowsOf('17\n\n18\n')).toEqual([['17'], [''], ['18']]);
  });

  it('takes quoted cells, line breaks in them, and quotes that belong to a name', async () => {
    expect(await rowsOf('id,name\n1,"Aaltonen, Mika"\n2,"two\nlines"\n3,"say ""Mik"""')).toEqual([
      ['id', 'name'],
      ['1', 'Aaltonen, Mika'],
      ['2', 'two lines'],
      ['3', 'say "Mik"'],
    ]);
    expect(await rowsOf('id;name\n1;"Mik" Aaltonen\n2;Jan\n')).toEqual([
      ['id', 'name'],
      ['1', '"Mik" Aaltonen'],
      ['2', 'Jan'],
    ]);
  });

  it.each([
    ['\r\n', '\n'],
    ['\r', '\n'],
    ['\n', '\r\n'],
    ['\r', '\r\n'],
  ])('takes rows that end in %j and then in %j', async (first, later) => {
    expect(await rowsOf(`id,name${first}1,Mika${later}2,"two${later}lines"${later}3,Jan${later}`)).toEqual([
      ['id', 'name'],
      ['1', 'Mika'],
      ['2', 'two lines'],
      ['3', 'Jan'],
    ]);
  });

  it('takes two quotes that nothing closes as letters, and not the rows between them as one cell', async () => {
    expect(await rowsOf('id;name;town\n1;"Foxy;A\n2;Bo;B\n3;Cy;C\n4;"Dee;D\n5;Eve;E\n')).toEqual([
      ['id', 'name', 'town'],
      ['1', '"Foxy', 'A'],
      ['2', 'Bo', 'B'],
      ['3', 'Cy', 'C'],
      ['4', '"Dee', 'D'],
      ['5', 'Eve', 'E'],
    ]);
  });

  it.each([
    ['that begins with a quote itself', '1;Mik\n2;"""Foxy""\nJones"\n3;Jan\n', ['Mik', '"Foxy" Jones', 'Jan']],
    ['beside quotes in a name', '1;"Mik" Aaltonen\n2;"Foxy\nJones"\n3;Jan\n', ['"Mik" Aaltonen', 'Foxy Jones', 'Jan']],
  ])('keeps a quoted cell of several lines whole %s', async (_name, rows, names) => {
    expect((await rowsOf(`id;name\n${rows}`)).slice(1).map(([, name]) => name)).toEqual(names);
  });

  it('takes a line of recipients as one address a row', async () => {
    expect(await rowsOf('a@x.example; "B, C" <b@y.example>; c@z.example')).toHaveLength(3);
  });

  it('reads back what this program writes, whatever is in it', async () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => text.replaceAll(/[\s\u00a0\u200b\ufeff]+/gu, ' ').trim())
      .filter((text) => text !== '' && !text.startsWith("'") && !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 8 }), async (rows) => {
        const read = await rowsOf(runSteps(csvOf(['a', 'b'], rows)).toString('utf8'));
        expect(read.slice(1).map((cells) => cells.map((text) => text.replace(/^'/, '')))).toEqual(rows);
      }),
    );
  });

  it.each(['', '   \n \n', '\u0000\u0001\u0002'])('%j is no list', async (text) => {
    await expect(rowsOf(text)).rejects.toMatchObject({ code: 'list-not-understood' });
  });

  it('has a bound', async () => {
    const rows = Array.from({ length: mostListRows }, (_none, row) => `p${row}`);
    expect(await rowsOf(['id', ...rows].join('\n'))).toHaveLength(mostListRows + 1);
    await expect(rowsOf(['id', ...rows, 'more'].join('\n'))).rejects.toMatchObject({ code: 'list-too-large' });
    await expect(rowsOf(['id,n', ...rows.map((row) => `${row},1`), 'more,1'].join('\n'))).rejects.toMatchObject({
      code: 'list-too-large',
    });
  });
});

describe('a workbook', () => {
  it('gives its first sheet, numbers as they are written', async () => {
    const { rows } = await file(
      workbook([
        ['id', 'Name'],
        [17, 'Zoë & Brontë <z@b.example>'],
        ['12345678901234567890', '王小明'],
      ]),
    );
    expect(rows).toEqual([
      ['id', 'Name'],
      ['17', 'Zoë & Brontë <z@b.example>'],
      ['12345678901234567890', '王小明'],
    ]);
  });

  it('that would unpack to gigabytes is refused before it is unpacked', async () => {
    const bytes = workbook([['id']], { 'xl/media/huge.bin': new Uint8Array(70 * 1024 * 1024) });
    expect(bytes.length).toBeLessThan(1024 * 1024);
    await expect(file(bytes)).rejects.toMatchObject({ code: 'list-too-large' });
  });

  it.each([
    ['half a file', workbook([['id'], ['1']]).slice(0, 300)],
    ['a ZIP that is none', Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3])],
    ['one with a password, or of before 2007', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
  ])('%s is no list', async (_name, bytes) => {
    await expect(file(bytes)).rejects.toMatchObject({ code: 'list-not-understood' });
  });
});
