import { describe, expect, it } from '@jest/globals';
import { shownError } from '../destinations/destination_health.ts';
import { shownStates, statesOf } from './delivery_view.ts';

describe('L11: a delivery as a builder sees it', () => {
  it('is in a state that does not depend on workers', () => {
    expect(shownStates()).not.toContain('leased');
    expect(statesOf('pending')).toEqual(['pending', 'leased']);
    expect(statesOf('leased')).toEqual([]);
    expect(shownStates().flatMap(statesOf).toSorted()).toEqual(statesOf('').toSorted());
  });

  it('does not distinguish a blocked address from a refused connection', () => {
    expect(shownError('blocked')).toBe(shownError('connect'));
    expect(shownError('timeout')).toBe('timeout');
    expect(shownError(null)).toBe('');
  });
});
