import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScan } from '../../../../electron/directory/read-scan.ts';

const everything = (text: string): readonly string[] => {
  const reading = readScan(text);
  if (reading.kind !== 'code') return [];
  return [reading.asScanned, ...reading.otherwise].flatMap(({ whole, end, earlier }) => [...whole, ...end, ...earlier]);
};

/** Made up after annex D of the AAMVA standard. */
const elements = ['DCSO’HARA-LÓPEZ', 'DDEN', 'DACMARIA', 'DDFN', 'DADANNA', 'DDGN', 'DAG12 HARBOR ST', 'DAQD12345678'];
const licence = `@\n\u001e\rANSI 636014040002DL00410278ZC03190008DLDBA08312028\n${elements.join('\n')}\nDCGUSA\r`;

describe('codes', () => {
  it.each([
    ['as they are', '100200', '100200'],
    ['with CR LF at the end', '100200\r\n', '100200'],
    ['sent twice', '100200\r\n100200\r\n', '100200'],
    ['with control characters around', '\u0000\u0002100200\u0003\u0004', '100200'],
    ["with a wallet's escaped prefix", '\\000026100200', '100200'],
    ['with a symbology identifier', ']Q3100200', '100200'],
    ['in a path', 'https://con.example/badge/100200', '100200'],
    ['in a path with a slash at the end', 'https://con.example/badge/100200/', '100200'],
    ['in a query', 'https://con.example/badge?user=100200&v=2', '100200'],
    ['after a name and a colon', 'ATTENDEE:100200', '100200'],
    ['after a hyphen', 'AC26-100200', '100200'],
    ['with a French computer', '&àéàà', '10200'],
    ['with a French computer and hyphens', 'qc)&ààé', 'ac-1002'],
    ['e-mail with a British computer', 'ada"example.org', 'ada@example.org'],
    ['e-mail with a German computer', 'ada"exqmple.org', 'ada@exqmple.org'],
    ['link with a German computer', 'https>--con.example-b-100200', '100200'],
    ['hyphen with a German computer', 'AC26ß100', 'AC26-100'],
    ['letters with a German computer', 'yebra', 'zebra'],
    ['digits of a French scanner', '!))@))', '100200'],
    ['digits with a French computer, none of them a letter', '&"\'(-_', '134568'],
    ['both, sent twice', '!))@))\r\n!))@))\r\n', '100200'],
  ])('%s', (_what, scanned, wanted) => {
    expect(everything(scanned)).toContain(wanted);
  });

  const contact = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'N:O’Hara\\, Ph.D.;Maria;;;',
    'FN:Maria O’Hara',
    'UID:100200',
    'item1.EMAIL;TYPE=work:maria@example.org',
    'TEL:+4917012345678',
    'ADR:;;12 Harbor St;Town;;;',
    'END:VCARD',
  ];
  it.each([
    ['a vCard', contact.join('\r\n')],
    ['a vCard with a German computer', contact.join('\n').replaceAll(/[:;]/gu, (sign) => (sign === ':' ? 'Ö' : 'ö'))],
    ['a MECARD', 'MECARD:N:O’Hara,Maria;TEL:+4917012345678;EMAIL:maria@example.org;ADR:12 Harbor St;;'],
  ])('reads %s: address or id, else the name, and nothing else of it', (_what, scanned) => {
    const reading = readScan(scanned);
    expect(reading).toMatchObject({ kind: 'code', asScanned: { whole: ['maria@example.org'] } });
    expect(JSON.stringify(reading)).not.toMatch(/vcard|1234|harbor/iu);
    expect(reading).toMatchObject({ text: 'Maria O’Hara' });
  });

  it('reads the name of a vCard that has no shown one, and the id of one that has it', () => {
    const named = readScan(contact.filter((line) => !line.startsWith('FN')).join('\n'));
    expect(named).toMatchObject({ kind: 'code', text: 'Maria O’Hara, Ph.D.', asScanned: { end: ['100200'] } });
    expect(readScan('BEGIN:VCARD\nVERSION:3.0\nEND:VCARD')).toEqual({ kind: 'nothing' });
  });

  it('takes the text as it is before it supposes anything', () => {
    const reading = readScan('AC26-100200');
    expect(reading.kind === 'code' && reading.asScanned.whole).toEqual(['AC26-100200']);
  });

  it('searches for what it supposes where nothing else can be searched for', () => {
    expect(readScan('!))@))')).toMatchObject({ kind: 'code', text: '100200' });
    expect(readScan('&"\'(-_')).toMatchObject({ kind: 'code', text: '134568' });
    expect(readScan('"\'\'\'""')).toMatchObject({ kind: 'code', text: '344433' });
  });

  it.each(['', '\r\n', ' ', '\u0000', '---', '%%', '!!!', '"\'(', '. . .'])('says nothing to noise: %j', (noise) => {
    expect(readScan(noise)).toEqual({ kind: 'nothing' });
  });
});

describe('licences', () => {
  it.each([
    ['as printed', licence],
    ['without the control characters before ANSI', licence.replace('@\n\u001e\r', '@')],
    ['with CR LF', licence.replaceAll('\n', '\r\n')],
    ['of an older issuer', licence.replace('ANSI ', 'AAMVA')],
    ['through a British computer', licence.replace('@', '"')],
    [
      'through a German computer',
      licence
        .replace('@', '"')
        .replaceAll('-', 'ß')
        .replaceAll('Z', '\u0001')
        .replaceAll('Y', 'Z')
        .replaceAll('\u0001', 'Y'),
    ],
  ])('%s: only the name is taken', (_how, scanned) => {
    const reading = readScan(scanned);
    expect(reading.kind).toBe('licence');
    expect(reading.kind === 'licence' && reading.name).toMatch(/^O’HARA.LÓPEZ MARIA$/);
  });

  it('finds the name where every line end was lost', () => {
    const text = '@ANSI 636014040002DL00410278DLDAQD1234DCSMILLERDDENDACJOHNDDFNDADROBERTDDGNDBB01011990';
    expect(readScan(text)).toEqual({ kind: 'licence', name: 'MILLER JOHN' });
  });

  it.each([
    ['one field for given names', 'DCSMILLER\nDCTJOHN,ROBERT', 'MILLER JOHN'],
    ['one field for all names', 'DAAMILLER,JOHN,ROBERT', 'MILLER JOHN'],
    ['nobody but a last name', 'DCSMILLER\nDACNONE', 'MILLER'],
    ['no name at all', 'DAQ123\nDBB01011990', ''],
  ])('%s', (_what, body, name) => {
    expect(readScan(`@\n\u001e\rANSI 636014040002DL00410278\n${body}\n`)).toEqual({ kind: 'licence', name });
  });

  it.each([
    ['the last name', 'ANSI 636012030001DL00000359DLDCSCLYDESDALE\nDCTJOHN,Q\nDAQ123\nDBB19900101', 'CLYDESDALE JOHN'],
    ['the given name', 'ANSI 636014040002DL00410278DLDACJOHN\nDCSSMITH\nDAQ123\nDBB19900101', 'SMITH JOHN'],
    ['all names', 'AAMVA6360290102DL00390188ZV02270031DLDAAMILLER,JOHN,Q\nDAG1\nDAIX\nDAQ12', 'MILLER JOHN'],
    ['the last name of an identity card', 'ANSI 636014040001ID00410278IDDCSSMITH\nDACJOHN\nDAQ1\nDAG1', 'SMITH JOHN'],
    ['the last name of an enhanced card', 'ANSI 636014090001EN00410278\nENDCSSMITH\nDACJOHN\nDAQ1\nDAG1', 'SMITH JOHN'],
    ['the last name, every line end lost', 'ANSI 636014040001DL00410278DLDCSSMITHDACJOHNDAG1 HARBOR', 'SMITH JOHN'],
  ])('%s comes first', (_what, text, name) => {
    expect(readScan(`@\n\u001e\r${text}\n`)).toEqual({ kind: 'licence', name });
    expect(readScan(`@${text}`)).toEqual({ kind: 'licence', name });
  });

  it.each([
    ['by the colour of the eyes', '', 'DAZBRO'],
    ["by its issuer's own part", 'YC03190008', 'DAG1'],
  ])('tells Y and Z of a German computer %s', (_how, own, line) => {
    const scanned = `"\n\u001e\rANSI 636014040002DL00410278${own}DLDAQ1\nDCSYIMMERMAN\nDACYOE\nDBB01011990\n${line}\n`;
    expect(readScan(scanned)).toEqual({ kind: 'licence', name: 'ZIMMERMAN ZOE' });
  });

  it('leaves Y and Z of a British computer', () => {
    const scanned = '"\n\u001e\rANSI 636014040002DL00410278ZC03190008DLDAQ1\nDCSYATES\nDACZOE\nDAYBRO\nDAZBRO\n';
    expect(readScan(scanned)).toEqual({ kind: 'licence', name: 'YATES ZOE' });
  });

  it.each([
    ['the symbology identifier of its own code', `]L0${licence}`],
    ['an escaped prefix', `\\000026${licence}`],
    ['a control character first', `\u0002${licence}`],
    ['Caps Lock on', licence.toLowerCase()],
    ['the Q of an @ whose AltGr was lost', licence.replace('@', 'q')],
    ['the 0 of an @ whose AltGr was lost', licence.replace('@\n\u001e\r', '0\n')],
    ['no blank after ANSI', licence.replace('ANSI ', 'ANSI')],
  ])('%s: known for a licence', (_how, scanned) => {
    const reading = readScan(scanned);
    expect(reading.kind === 'licence' && reading.name).toMatch(/^O’HARA.LÓPEZ MARIA$/);
  });

  it.each([
    ['something before it', `scan: ${licence}`],
    ['a letter before it and no control characters', licence.replace(/[\p{Cc}@]+/gu, '').replace(/^/, 'q')],
    ['a letter before it, neither control characters nor blanks', `q${licence.replace(/[\p{Cc}@ ]+/gu, '')}`],
    ['Caps Lock on and something before it', `scan: ${licence.toLowerCase()}`],
    ['digits of an unknown keyboard layout', licence.replaceAll(/[0-9]/gu, 'ě')],
    ['an older issuer', `scan: ${licence.replace('ANSI ', 'AAMVA')}`],
  ])('%s: no code, nothing of it is handed on', (_how, scanned) => {
    expect(readScan(scanned)).toEqual({ kind: 'nothing' });
  });

  it.each(['ansi010190', 'hansi010190', 'https://con.example/u/hansi010190'])('%j is a code', (code) => {
    expect(readScan(code)).toMatchObject({ kind: 'code', text: code });
  });
});

it('never throws, whatever was scanned, and gives few things to look up', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 2500 }),
        fc.string({ maxLength: 50 }).map((end) => `@\n\u001e\rANSI 636014${end}DCS`),
      ),
      (text) => {
        expect(everything(text).length).toBeLessThan(200);
      },
    ),
    { numRuns: 300 },
  );
});
