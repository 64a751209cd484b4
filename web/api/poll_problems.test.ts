import { describe, expect, it } from '@jest/globals';
import { ApiProblem } from './api_problem.ts';
import { makePollProblems } from './poll_problems.ts';

describe('the problems of what is polled', () => {
  it('are there until each poll has an answer, and each change is told once', () => {
    const pollProblems = makePollProblems();
    const [one, other] = [{}, {}];
    const [unreached, refused] = [new ApiProblem(0, {}), new ApiProblem(403, {})];
    let changes = 0;
    const off = pollProblems.watch(() => (changes += 1));
    pollProblems.note(one, null);
    pollProblems.note(one, unreached);
    pollProblems.note(one, unreached);
    pollProblems.note(other, refused);
    expect([
      pollProblems.first(),
      pollProblems.has(refused),
      pollProblems.has(new ApiProblem(403, {})),
      changes,
    ]).toEqual([unreached, true, false, 2]);
    pollProblems.note(one, null);
    expect(pollProblems.first()).toBe(refused);
    off();
    pollProblems.note(other, null);
    expect([pollProblems.first(), changes]).toEqual([null, 3]);
  });
});
