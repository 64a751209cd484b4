import { describe, expect, it } from '@jest/globals';
import { permitClient } from '../../../connectors/calls/permit_client.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { classifyFailure } from '../runs/handle_failure.ts';
import { budgetAdopter } from './installation_client.ts';

const of = { projectId: 'p', key: 'connection:c' };
const draw = { allowed: [], wanted: 1, isInteractive: false, lagMs: 0, unused: null, late: [], headers: null };

describe('a read that gets no permits', () => {
  const failing = (kind: ProblemKind) => {
    const fail = () => Promise.reject(new Problem(kind, 'No answer.'));
    const rpc = { drawPermits: fail, closeRateBudget: fail, listClosedRateBudgets: fail, adoptRateBudgets: fail };
    const deps = { rpc, clock: { now: Date.now }, newId: () => 'id' };
    return { ...permitClient({ process: 'reads', ...deps }), adopt: budgetAdopter(deps) };
  };

  it.each(['deadlineExceeded', 'methodNotAllowed', 'unavailable'] as const)(
    'waits without a counted try when the installation service answers late, is older or unavailable: %s',
    async (kind) => {
      const permits = failing(kind);
      const asked = [permits.draw(of, draw), permits.listClosed(), permits.adopt({ budgets: [], now: 0 })];
      for (const result of await Promise.allSettled(asked)) {
        const error = result.status === 'rejected' ? (result.reason as unknown) : null;
        expect(classifyFailure(error)).toMatchObject({ kind: 'unavailable' });
      }
    },
  );
});
