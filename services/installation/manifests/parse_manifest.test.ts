import { setImmediate } from 'node:timers';
import { describe, expect, it } from '@jest/globals';
import { isCurrentWarning } from './manifest.ts';
import { parseManifest } from './yaml_entries.ts';

const list = (item: string, count: number) => `[${Array.from({ length: count }, () => item).join(',')}]`;
const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('a malicious manifest', () => {
  it('is parsed however many keys it has', async () => {
    expect((await parseManifest(lines(9_000, (i) => `k${i}: 1`))).syntaxFaults).toEqual([]);
  });

  it('is reported with each duplicate key, at any depth', async () => {
    const { syntaxFaults } = await parseManifest('a: 1\nb:\n  - {c: 1, c: 2}\na: 3\n');
    expect(syntaxFaults).toEqual([
      { position: { line: 4, column: 1 }, message: 'Map keys must be unique' },
      { position: { line: 3, column: 12 }, message: 'Map keys must be unique' },
    ]);
  });

  it.each(['*/5 * * * *', '* * * * *'])('says that %s must be in quotes', async (schedule) => {
    const { syntaxFaults } = await parseManifest(`a: 1\nschedule: ${schedule}\n`);
    expect(syntaxFaults[0]).toMatchObject({ position: { line: 2 } });
    expect(syntaxFaults[0]?.message).toMatch(/\. A value that begins with \* must be in quotes$/);
    expect((await parseManifest(`schedule: '${schedule}'`)).syntaxFaults).toEqual([]);
  });

  it('is reported with a second document', async () => {
    const { syntaxFaults } = await parseManifest('a: 1\n---\nb: 1\n---\n');
    expect(syntaxFaults).toEqual([{ position: { line: 2, column: 1 }, message: 'Source contains multiple documents' }]);
  });

  it.each([
    ['lines', 20_000, lines(20_002, () => '#')],
    ['lines', 20_000, lines(20_002, () => '')],
    ['values', 20_000, list('1', 20_001)],
    ['values', 20_000, list('""', 20_001)],
    ['values', 20_000, list('{}', 20_001)],
    ['values', 20_000, lines(10_001, (i) => `k${i}: 1`)],
    ['aliases', 200, `a: &a 1\nb: ${list('*a', 201)}`],
    ['aliases of one anchor', 100, `a: &a 1\nb: ${list('*a', 101)}`],
    // 90 times 300 values, which a few lines hold.
    ['values', 20_000, `a: &a ${list('1', 300)}\nb: ${list('*a', 90)}`],
  ])('S11: is refused by the limit of %s', async (what, max, source) => {
    await expect(parseManifest(source)).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: `The manifest has more than ${max} ${what}.`,
      extras: { context: { max } },
    });
  });

  it.each([
    ['lists', '['.repeat(31) + ']'.repeat(31)],
    ['lists without an end', '['.repeat(260_000)],
    ['objects', '{a: '.repeat(3_000) + '1' + '}'.repeat(3_000)],
    ['both', '[{a: '.repeat(16) + '1' + '}]'.repeat(16)],
    ['blocks', lines(31, (i) => `${' '.repeat(i)}a:`)],
    ['list items', `${'- '.repeat(19_000)}1`],
    ['keys', `${'? '.repeat(19_000)}1`],
  ])('S11: is refused by the limit of levels when it nests %s', async (_what, source) => {
    await expect(parseManifest(source)).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: 'The manifest is nested deeper than 30 levels.',
    });
  });

  it.each([
    ['empty items', list('', 9_000)],
    ['closed lists', lines(9_000, () => ']:')],
    ['tabs', lines(9_000, () => '\t- a')],
    ['repeated keys', lines(9_000, () => 'a: 1')],
  ])('S11: is reported with a hundred faults at most (%s)', async (_what, source) => {
    const { syntaxFaults, value } = await parseManifest(source);
    expect(syntaxFaults.length).toBeGreaterThanOrEqual(100);
    expect(syntaxFaults.length).toBeLessThanOrEqual(101);
    expect(value).toBeUndefined();
  });

  it('S11: is read in slices, between which other work runs', async () => {
    let turns = 0;
    let isOver = false;
    const other = () => {
      turns += 1;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    await parseManifest(lines(6_000, (i) => `key${i}: a value`));
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('is refused for an alias of nothing', async () => {
    await expect(parseManifest('a: *b')).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: expect.stringContaining('anchor'),
    });
  });
});

describe('isStillTrue', () => {
  it('is false of a stored warning that a block is not run which this version runs', () => {
    const stored = (block: string) => ({ rule: 'not-run-yet', path: `$.integrations[0].${block}` });
    expect(['write', 'proxy', 'watchSchema'].map((block) => isCurrentWarning(stored(block)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isCurrentWarning({ rule: 'unknown-key', path: '$.integrations[0].write' })).toBe(true);
  });
});
