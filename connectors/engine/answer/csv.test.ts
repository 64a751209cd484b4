import { describe, expect, it } from '@jest/globals';
import { readCsv } from './csv.ts';

describe('readCsv', () => {
  it('keys rows by the header', async () => {
    expect(await readCsv('id,name\r\n1,Ann\r\n2,\r\n')).toEqual([
      { id: '1', name: 'Ann' },
      { id: '2', name: '' },
    ]);
  });

  it('keeps quoted commas, quotes and line ends in the value', async () => {
    expect(await readCsv('\uFEFFid,"the ""note"""\n1,"a, b\n""c"""')).toEqual([{ id: '1', 'the "note"': 'a, b\n"c"' }]);
  });

  it('keeps an empty last cell, a column that is named twice and cells beyond the header', async () => {
    expect(await readCsv('a,a,b\n1,2,\n3,4,5,6')).toEqual([
      { a: '1', a2: '2', b: '' },
      { a: '3', a2: '4', b: '5', column4: '6' },
    ]);
  });

  it('has no rows for a header only or an empty text', async () => {
    expect(await readCsv('id,name\n')).toEqual([]);
    expect(await readCsv('')).toEqual([]);
  });

  it('is null when a quote is not closed', async () => {
    expect(await readCsv('id\n"1')).toBeNull();
    expect(await readCsv('id\n"1"2\n')).toBeNull();
  });

  it('takes a quote inside an unquoted cell as a part of the value', async () => {
    expect(await readCsv('id,size\n1,5" pipe\n2,say "no"\n')).toEqual([
      { id: '1', size: '5" pipe' },
      { id: '2', size: 'say "no"' },
    ]);
  });

  it('reads cells of many megabytes, quoted or not', async () => {
    const long = 'x'.repeat(20_000_000);
    const rows = (await readCsv(`a,b\n"${long}""",${long}`)) ?? [];
    expect(rows.map(({ a, b }) => [String(a).length, String(b).length])).toEqual([[long.length + 1, long.length]]);
  });

  it('reads the same, wherever a portion ends', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => ({
      id: String(at),
      note: `a "b", ${at}\r\nc\r`,
      last: 'x',
    }));
    const line = ({ id, note, last }: (typeof rows)[number]) => `${id},"${note.replaceAll('"', '""')}",${last}\r\n`;
    expect(await readCsv(`id,note,last\r\n${rows.map(line).join('')}`)).toEqual(rows);
  });

  it('takes each kind of line end, mixed ones too, and skips blank lines', async () => {
    expect(await readCsv('a,b\r1,2\r\r3,4')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
    expect(await readCsv('a\r\n1\n\r\n"2"\r\n"3\r"\r\n""\n')).toEqual([
      { a: '1' },
      { a: '2' },
      { a: '3\r' },
      { a: '' },
    ]);
  });

  it('S1: refuses a row with more columns than an object should have keys', async () => {
    const row = (columns: number) => `${'a,'.repeat(columns - 1)}a`;
    expect(Object.keys((await readCsv(`${row(10_000)}\n${row(10_000)}`))?.[0] ?? {})).toHaveLength(10_000);
    await expect(readCsv(row(10_001))).rejects.toThrow('10000 columns');
  });
});
