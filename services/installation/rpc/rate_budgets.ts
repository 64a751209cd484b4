import type { Handlers } from '../../../lib/rpc/services.ts';
import type { DrawPermitsRequest__Output } from '../../../protos/gen/causeway/installation/v1/DrawPermitsRequest.ts';
import type { RateLimitHeaders__Output } from '../../../protos/gen/causeway/installation/v1/RateLimitHeaders.ts';
import type { UseCases } from '../use_cases.ts';

type Budgets = Pick<UseCases, 'permits' | 'adoptBudgets'>;
type Draw = Parameters<Budgets['permits']['draw']>[1];
type LimitHeaders = NonNullable<Draw['headers']>;
type Rpcs = 'DrawPermits' | 'CloseRateBudget' | 'ListClosedRateBudgets' | 'AdoptRateBudgets';

/** RPCs for the service reads: the rate budgets of its provider calls. */
export function rateBudgetHandlers(useCases: Budgets): Pick<Handlers<'installation'>, Rpcs> {
  const { permits } = useCases;
  return {
    DrawPermits: (_call, request) => permits.draw(request, drawOf(request)),
    async CloseRateBudget(_call, { askedMs, ...of }) {
      await permits.close(of, askedMs);
      return {};
    },
    ListClosedRateBudgets: async () => ({ budgets: await permits.listClosed() }),
    async AdoptRateBudgets(_call, request) {
      await useCases.adoptBudgets(request);
      return {};
    },
  };
}

function drawOf({ projectId: _projectId, key: _key, headers, ...draw }: DrawPermitsRequest__Output): Draw {
  return { ...draw, headers: headers && headersOf(headers) };
}

function headersOf({ limit, number, ...said }: RateLimitHeaders__Output): LimitHeaders {
  return { ...said, limit: limit ?? null, number: number ?? null };
}
