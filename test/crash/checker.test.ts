import { describe, expect, it } from '@jest/globals';
import type { LedgerLine } from '../support/receiver_ledger.ts';
import { describeViolations, isComplete, type Promised, violationsIn } from './checker.ts';

const promised: Promised = {
  objectName: 'contacts',
  recordIds: ['a', 'b', 'c'],
  notifications: ['read.backfill.done'],
};

describe('the checker', () => {
  it('finds nothing wrong when every record and notification came, some of them again with the same bytes', () => {
    const lines = [page('m1', 1, ['a', 'b']), page('m1', 1, ['a', 'b']), page('m2', 2, ['c']), told('n1'), told('n1')];
    expect(violationsIn(lines, promised)).toEqual([]);
    expect(isComplete(lines, promised)).toBe(true);
  });

  it('sees a record that never came, also when only a refused attempt carried it', () => {
    const lines = [page('m1', 1, ['a', 'b']), { ...page('m2', 2, ['c']), status: 500 }, told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'missing', ids: ['c'] }]);
    expect(isComplete(lines, promised)).toBe(false);
  });

  it('sees a record under two message ids', () => {
    const lines = [page('m1', 1, ['a', 'b']), page('m2', 2, ['c']), page('m3', 3, ['c']), told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'split', ids: ['c'] }]);
  });

  it('sees a message whose bytes changed', () => {
    const lines = [page('m1', 1, ['a', 'b', 'c']), { ...page('m1', 1, ['a', 'b', 'c']), sha256: 'other' }, told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'changed', ids: ['m1'] }]);
  });

  it('sees a sequence number that is used twice, and one that is left out', () => {
    const lines = [page('m1', 1, ['a']), page('m2', 1, ['b']), page('m3', 3, ['c']), told('n1')];
    expect(violationsIn(lines, promised)).toEqual([{ kind: 'sequence', ids: ['1', '2'] }]);
  });

  it('sees an event that was not told, and one that was told twice', () => {
    const pages = [page('m1', 1, ['a', 'b', 'c'])];
    expect(violationsIn(pages, promised)).toEqual([{ kind: 'untold', ids: ['read.backfill.done'] }]);
    expect(violationsIn([...pages, told('n1'), told('n2')], promised)).toEqual([
      { kind: 'toldTwice', ids: ['read.backfill.done'] },
    ]);
  });

  it('sees a record the provider never had, and a signature that did not hold', () => {
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

  it('says in one line what is wrong', () => {
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
