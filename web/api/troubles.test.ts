import { describe, expect, it } from '@jest/globals';
import { ApiProblem } from './api_problem.ts';
import { makeTroubles } from './troubles.ts';

describe('the problems of what is polled', () => {
  it('are there until each poll has an answer, and each change is told once', () => {
    const troubles = makeTroubles();
    const [one, other] = [{}, {}];
    const [unreached, refused] = [new ApiProblem(0, {}), new ApiProblem(403, {})];
    let changes = 0;
    const off = troubles.watch(() => (changes += 1));
    troubles.note(one, null);
    troubles.note(one, unreached);
    troubles.note(one, unreached);
    troubles.note(other, refused);
    expect([troubles.first(), troubles.has(refused), troubles.has(new ApiProblem(403, {})), changes]).toEqual([
      unreached,
      true,
      false,
      2,
    ]);
    troubles.note(one, null);
    expect(troubles.first()).toBe(refused);
    off();
    troubles.note(other, null);
    expect([troubles.first(), changes]).toEqual([null, 3]);
  });
});
