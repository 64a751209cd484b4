import { describe, expect, it } from '@jest/globals';
import { nextReadStep } from './operation.ts';

describe('nextReadStep', () => {
  const limits = { maxTries: 10, random: () => 0.5 };
  const afterTries = (kind: 'circle' | 'temporary', tries: number) =>
    nextReadStep({ kind, reason: 'x' }, { tries, rateLimits: 0 }, limits).do;

  it('gives up earlier when the pages lead in a circle', () => {
    expect([1, 2, 3].map((tries) => afterTries('circle', tries))).toEqual(['park', 'park', 'fail']);
    expect(afterTries('temporary', 3)).toBe('park');
  });
});
