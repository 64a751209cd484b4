import { describe, expect, it } from '@jest/globals';
import { addDifferences, compareRecords, NO_DIFFERENCE } from './replay.ts';

const record = (id: string | null, fields: object) => ({
  id,
  text: JSON.stringify({ fields, mappedFields: {}, raw: fields }),
});

describe('the difference between delivered and replayed records', () => {
  it('matches records by id, in any order', () => {
    const [a, b, c] = [record('a', { x: 1 }), record('b', { x: 2 }), record('c', { x: 3 })];
    const found = compareRecords([a, b], [b, c, a]);
    expect(found).toMatchObject({ same: 2, added: 1, removed: 0, changed: 0 });
    expect(found.changes).toEqual([{ id: 'c', change: 'added' }]);
    expect(compareRecords([a, b], [b])).toMatchObject({
      same: 1,
      removed: 1,
      changes: [{ id: 'a', change: 'removed' }],
    });
  });

  it('matches records without an id by position, and handles a repeated id', () => {
    const nameless = [record(null, { x: 1 }), record(null, { x: 2 })];
    expect(compareRecords(nameless, nameless)).toMatchObject({ same: 2 });
    expect(compareRecords(nameless, nameless.slice(0, 1))).toMatchObject({ same: 1, removed: 1 });
    const twice = [record('a', { x: 1 }), record('a', { x: 2 })];
    expect(compareRecords(twice, twice)).toMatchObject({ same: 2, changes: [] });
  });

  it('names the fields that differ, and never a value', () => {
    const { changes } = compareRecords([record('a', { x: 'secret', y: 1 })], [record('a', { x: 'other', z: 1 })]);
    expect(changes[0]?.fields).toEqual(['fields.x', 'fields.y', 'fields.z', 'raw.x', 'raw.y', 'raw.z']);
  });

  it('detects a change that exceeds the precision of a double', () => {
    const text = (number: string) => ({ id: 'a', text: `{"fields":{"n":${number}},"mappedFields":{},"raw":1}` });
    const found = compareRecords([text('12345678901234567890')], [text('12345678901234567891')]);
    expect(found.changes).toEqual([{ id: 'a', change: 'changed', fields: ['fields.n'] }]);
  });

  it('counts records that cannot be compared any more', () => {
    const before = { id: 'a', text: null };
    expect(compareRecords([before], [record('a', {})])).toMatchObject({ unknown: 1, changed: 0, same: 0 });
  });

  it('adds up, and lists at most a hundred changes', () => {
    const pages = Array.from({ length: 3 }, (_, page) =>
      compareRecords(
        [],
        Array.from({ length: 60 }, (_record, i) => record(`${page}-${i}`, {})),
      ),
    );
    const sum = pages.reduce(addDifferences, NO_DIFFERENCE);
    expect(sum.added).toBe(180);
    expect(sum.changes).toHaveLength(100);
  });
});
