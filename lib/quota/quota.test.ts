import { describe, expect, it } from '@jest/globals';
import { checkQuota } from './quota.ts';

describe('a quota', () => {
  const quota = { max: 3, setting: 'CAUSEWAY_X_MAX_HOOKS', things: 'hooks', owner: 'project' };

  it('S11: admits what fits, and anything where it is 0', () => {
    expect(() => checkQuota(quota, 2, 1)).not.toThrow();
    expect(() => checkQuota(quota, 0, 3)).not.toThrow();
    expect(() => checkQuota({ ...quota, max: 0 }, 1_000_000, 1_000)).not.toThrow();
  });

  it('S11: says what is full, how full it is, and what to do', () => {
    for (const [used, adding] of [
      [3, 1],
      [2, 2],
    ] as const)
      expect(() => checkQuota(quota, used, adding)).toThrow(
        expect.objectContaining({
          kind: 'unprocessable',
          detail: `A project may have at most 3 hooks, and this one has ${used}.`,
          extras: {
            context: { quota: 'CAUSEWAY_X_MAX_HOOKS', max: 3, used },
            remedy: 'Delete hooks that are not needed, or ask the operator to raise CAUSEWAY_X_MAX_HOOKS.',
          },
        }),
      );
  });
});
