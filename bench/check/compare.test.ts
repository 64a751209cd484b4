import { describe, expect, it } from '@jest/globals';
import { type AcceptedLoss, acceptedLoss, compare } from './compare.ts';

const pairs = (...ratios: [number, number][]) => ratios.map(([before, after]) => ({ before, after }));
const loss: AcceptedLoss = { bench: 'gateway', commit: 'e5211c2', from: 1.6, to: 1.2, reason: 'calls are signed' };

describe('the comparison of two commits', () => {
  it('takes the medians, so that one slow run decides nothing', () => {
    expect(compare(pairs([1, 1], [1, 0.2], [1.1, 1.05]))).toEqual({
      before: 1,
      after: 1,
      lossPercent: 0,
      isLost: false,
    });
  });

  it('calls a loss of more than 10 % lost, and a gain never', () => {
    expect(compare(pairs([2, 1.8]))).toMatchObject({ lossPercent: 10, isLost: false });
    expect(compare(pairs([2, 1.79]))).toMatchObject({ lossPercent: 10.5, isLost: true });
    expect(compare(pairs([1, 3]))).toMatchObject({ lossPercent: -200, isLost: false });
  });

  it('accepts what was lost for a reason, and not 10 % more than that', () => {
    expect(compare(pairs([1.6, 1.2]), loss)).toMatchObject({ lossPercent: 25, isLost: false, reason: loss.reason });
    expect(compare(pairs([1.6, 1.04]), loss)).toMatchObject({ lossPercent: 35, isLost: false });
    expect(compare(pairs([1.6, 1]), loss)).toMatchObject({ lossPercent: 37.5, isLost: true });
  });

  it('knows an accepted loss by its bench and commit, and believes none without a reason', () => {
    const commit = 'e5211c2a00000000000000000000000000000000';
    expect(acceptedLoss([loss], { bench: 'gateway', commit })).toBe(loss);
    expect(acceptedLoss([loss], { bench: 'read', commit })).toBeUndefined();
    expect(acceptedLoss([loss], { bench: 'gateway', commit: 'a2d33561' })).toBeUndefined();
    expect(acceptedLoss([{ ...loss, reason: ' ' }], { bench: 'gateway', commit })).toBeUndefined();
  });
});
