import { describe, expect, it } from '@jest/globals';
import { readCsv } from './csv.ts';

describe('readCsv', () => {
  it('keys rows by the header', () => {
    expect(readCsv('id,name\r\n1,Ann\r\n2,\r\n')).toEqual([
      { id: '1', name: 'Ann' },
      { id: '2', name: '' },
    ]);
  });

  it('keeps quoted commas, quotes and line ends in the value', () => {
    expect(readCsv('\uFEFFid,"the ""note"""\n1,"a, b\n""c"""')).toEqual([{ id: '1', 'the "note"': 'a, b\n"c"' }]);
  });

  it('keeps an empty last cell, a column that is named twice and cells beyond the header', () => {
    expect(readCsv('a,a,b\n1,2,\n3,4,5,6')).toEqual([
      { a: '1', a2: '2', b: '' },
      { a: '3', a2: '4', b: '5', column4: '6' },
    ]);
  });

  it('has no rows for a header only or an empty text', () => {
    expect(readCsv('id,name\n')).toEqual([]);
    expect(readCsv('')).toEqual([]);
  });

  it('is null when a quote is not closed', () => {
    expect(readCsv('id\n"1')).toBeNull();
    expect(readCsv('id\n"1"2\n')).toBeNull();
  });

  it('reads cells of many megabytes, quoted or not', () => {
    const long = 'x'.repeat(20_000_000);
    const rows = readCsv(`a,b\n"${long}""",${long}`) ?? [];
    expect(rows.map(({ a, b }) => [String(a).length, String(b).length])).toEqual([[long.length + 1, long.length]]);
  });

  it('reads a very long header in linear time', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `name ${i}`);
    const start = performance.now();
    expect(Object.keys(readCsv(`${names.join(',')}\n${names.join(',')}`)?.[0] ?? {})).toHaveLength(100_000);
    expect(performance.now() - start).toBeLessThan(4000);
  });
});
