import { describe, expect, it } from '@jest/globals';
import { ApiProblem } from '../../api/api_problem.ts';
import { reachOf } from './reach.ts';

describe('whether the platform can be reached', () => {
  it.each([
    [new ApiProblem(0, {}), 'unavailable'],
    [new ApiProblem(401, {}), 'signedOut'],
    [new ApiProblem(503, {}), 'ok'],
    [null, 'ok'],
  ])('%s is %s', (problem, state) => expect(reachOf(problem)).toBe(state));
});
