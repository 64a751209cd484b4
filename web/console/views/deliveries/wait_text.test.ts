import { describe, expect, it } from '@jest/globals';
import { waitOf } from './wait_text.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const BEFORE = '2026-01-01T11:59:59.000Z';
const AFTER = '2026-01-01T12:05:00.000Z';
const delivery = (state: string, more: object = {}) => ({ state, destinationId: 'd', attemptCount: 1, ...more });
const failing = { status: 'active', health: { state: 'failing' } };

describe('what a delivery waits for', () => {
  it('is the next attempt, at its time', () => {
    const wait = waitOf(delivery('pending', { nextAttemptTime: AFTER }), { status: 'active' }, NOW);
    expect(wait).toEqual({ text: 'next attempt', at: AFTER });
  });

  it('is its turn when that time is over: a time in the past is never told', () => {
    const late = delivery('pending', { nextAttemptTime: BEFORE });
    expect(waitOf(late, { status: 'active' }, NOW)).toEqual({ text: 'its turn, now' });
    expect(waitOf(late, { ...failing, suspendedUntil: BEFORE }, NOW)?.at).toBeUndefined();
  });

  it('is the failing destination before it', () => {
    const wait = waitOf(delivery('pending', { nextAttemptTime: BEFORE }), { ...failing, suspendedUntil: AFTER }, NOW);
    expect(wait).toEqual({ text: 'behind a failing destination, which is tried again', at: AFTER });
  });

  it('is the destination when it is held, and says what is wrong with it', () => {
    expect(waitOf(delivery('held'), { status: 'disabled' }, NOW)?.text).toMatch(/is disabled/);
    expect(waitOf(delivery('held'), { status: 'active' }, NOW)?.text).toMatch(/refused every attempt/);
    expect(waitOf(delivery('held', { destinationId: '' }), undefined, NOW)?.text).toMatch(
      /no destination has the name/,
    );
  });

  it('is nothing when it is over', () => {
    expect(waitOf(delivery('delivered'), undefined, NOW)).toBeNull();
  });
});
