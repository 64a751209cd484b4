import { describe, expect, it } from '@jest/globals';
import { durationOf, operationState, triggerText, waitText } from './operation_state.ts';

type Metadata = NonNullable<Parameters<typeof operationState>[0]['metadata']>;
type Progress = NonNullable<Metadata['progress']>;

const read = (counts: Partial<Progress>, more: object = {}) => {
  const progress = { installationId: 'i', objectName: 'o', operationId: 'x', recordsProcessed: 0, ...counts };
  return { actionType: 'read', status: 'success', metadata: { progress, ...more } };
};

describe('the state of an operation', () => {
  it.each([
    ['nothing new', { recordsProcessed: 0 }],
    ['read, not delivered yet', { recordsProcessed: 3, recordsDelivered: 2, recordsPending: 1 }],
    ['read, held', { recordsProcessed: 3, recordsDelivered: 0, recordsHeld: 3 }],
    ['read, partly undelivered', { recordsProcessed: 3, recordsDelivered: 2, recordsUndelivered: 1 }],
    ['delivered', { recordsProcessed: 3, recordsDelivered: 3 }],
    ['success', { recordsProcessed: 3 }],
  ])('of a read is “%s” by its ledger', (word, counts) => {
    expect(operationState(read(counts)).word).toBe(word);
  });

  it('is its status while it runs, after a failure and of a write', () => {
    expect(operationState({ ...read({}), status: 'in_progress' }).word).toBe('in_progress');
    expect(operationState({ ...read({}), status: 'failure' }).word).toBe('failure');
    expect(operationState({ ...read({}), actionType: 'write' }).word).toBe('success');
  });

  it('says why it runs; a word of a later version stays', () => {
    expect(triggerText(read({}, { readType: 'backfill' }))).toBe('first read (backfill)');
    expect(triggerText(read({}, { readType: 'constructor' }))).toBe('constructor');
    expect(triggerText(read({}, { readType: 'triggered', replay: { operationId: 'x', delivers: false } }))).toBe(
      'replay',
    );
    expect(triggerText({ actionType: 'write', status: 'success' })).toBe('asked for');
  });

  it('lasts from the queue to its end, or to now', () => {
    const times = { createTime: '2026-01-01T00:00:00Z', updateTime: '2026-01-01T00:00:05Z' };
    const now = Date.parse('2026-01-01T00:01:00Z');
    expect(durationOf({ ...read({}), ...times }, now)).toBe(5_000);
    expect(durationOf({ ...read({}), ...times, status: 'in_progress' }, now)).toBe(60_000);
    expect(durationOf(read({}), now)).toBeNull();
  });

  it('says what it waits for; a reason of a later version stays', () => {
    expect(waitText({ waitingFor: { reason: 'credentials', detail: 'Acme answered 401.' } })).toBe(
      'waits for credentials',
    );
    expect(waitText(JSON.parse('{"waitingFor":{"reason":"constructor","detail":""}}'))).toBe('constructor');
    expect(waitText({})).toBeUndefined();
  });
});
