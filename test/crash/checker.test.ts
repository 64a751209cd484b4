import { describe, expect, it } from '@jest/globals';
import type { LedgerLine } from '../../testbed/receiver_ledger.ts';
import { describeViolations, isComplete, type Promised, violationsIn } from './checker.ts';

const promised: Promised = {
  objectName: 'contacts',
  recordIds: ['a', 'b', 'c'],
  notifications: ['read.backfill.done'],
};

describe('the checker', () => {
  it('finds nothing wrong when every record and notification arrived, some of them twice with the same bytes', () => {
    const lines = [page('m1', 1, ['a', 'b']), page('m1', 1, ['a', 'b']), page('m2', 2, ['c']), told('n1'), told('n1')];
    expect(violationsIn(lines, promised)).toEqual([]);
    expect(isComplete(lines, promised)).toBe(true);
  });

  it('finds a missing record, also if only a refused attempt contained it', () => {
    const lines = [page('m1', 1, ['a', 'b']), { ...page('m2', 2, ['c']), status: 500 }, told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'missing', ids: ['c'] }]);
    expect(isComplete(lines, promised)).toBe(false);
  });

  it('finds a record under two message ids', () => {
    const lines = [page('m1', 1, ['a', 'b']), page('m2', 2, ['c']), page('m3', 3, ['c']), told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'split', ids: ['c'] }]);
  });

  it('finds a message whose bytes changed', () => {
    const lines = [page('m1', 1, ['a', 'b', 'c']), { ...page('m1', 1, ['a', 'b', 'c']), sha256: 'other' }, told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'changed', ids: ['m1'] }]);
  });

  it('finds a sequence number that is used twice, and one that is missing', () => {
    const lines = [page('m1', 1, ['a']), page('m2', 1, ['b']), page('m3', 3, ['c']), told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'sequence', ids: ['1', '2'] }]);
  });

  it('finds a missing notification, and one that arrived twice', () => {
    const pages = [page('m1', 1, ['a', 'b', 'c'])];
    expect(violationsIn(pages, promised)).toEqual([{ kind: 'untold', ids: ['read.backfill.done'] }]);
    expect(violationsIn([...pages, told('n1'), told('n2')], promised)).toEqual([
      { kind: 'toldTwice', ids: ['read.backfill.done'] },
    ]);
  });

  it('finds a record that the provider never had, and an invalid signature', () => {
    const lines = [
      page('m1', 1, ['a', 'b', 'c', 'x']),
      { ...page('m2', 2, []), status: 401, reason: 'no signature matches' },
      told('n1'),
    ];
    expect(violationsIn(lines, promised)).toEqual([
      { kind: 'unknown', ids: ['x'] },
      { kind: 'unsigned', ids: ['m2'] },
    ]);
  });

  it('describes all violations in one line', () => {
    expect(describeViolations([])).toBe('none');
    expect(describeViolations([{ kind: 'missing', ids: ['a', 'b', 'c', 'd'] }])).toBe('missing 4 (a, b, c, …)');
  });
});

function page(id: string, sequence: number, recordIds: string[]): LedgerLine {
  return { id, sha256: `hash of ${id}`, bytes: 1, at: 0, status: 200, objectName: 'contacts', recordIds, sequence };
}

function told(id: string): LedgerLine {
  return { ...page(id, 0, []), objectName: '', notificationType: 'read.backfill.done' };
}
