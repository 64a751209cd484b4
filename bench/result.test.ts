import { describe, expect, it } from '@jest/globals';
import { faultsOf } from './result.ts';

describe('the result of a bench', () => {
  it('is void when its figure is 0 or no number, wherever it stands', () => {
    expect(faultsOf({ ratio: 0, failures: [] })).toEqual(['The figure ratio is 0.']);
    expect(faultsOf({ ratio: Number.NaN, failures: [] })).toEqual(['The figure ratio is NaN.']);
    expect(faultsOf({ ratio: 1, failures: [], rounds: { ratios: [1, 0] }, floorPerSecond: -1 })).toEqual([
      'The figure rounds.ratios.1 is 0.',
      'The figure floorPerSecond is -1.',
    ]);
    expect(faultsOf({ ratio: 1, failures: [], idleMs: Number.POSITIVE_INFINITY })).toEqual([
      'The figure idleMs is Infinity.',
    ]);
  });

  it('is void when anything failed', () => {
    expect(faultsOf({ ratio: 1, failures: ['3 requests failed.'] })).toEqual(['3 requests failed.']);
  });

  it('may have other figures of 0', () => {
    expect(faultsOf({ ratio: 1, failures: [], refused: 0, growthMb: -1.5, worst: 'records' })).toEqual([]);
  });
});
