import type { Draw, LimitHeaders, PermitSource } from '../../../connectors/calls/permits.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { DrawPermitsRequest__Output } from '../../../protos/gen/causeway/installation/v1/DrawPermitsRequest.ts';
import type { RateLimitHeaders__Output } from '../../../protos/gen/causeway/installation/v1/RateLimitHeaders.ts';
import type { AdoptBudgets } from '../budgets/usecases/adopt_budgets.ts';

type UseCases = { permits: PermitSource; adoptBudgets: AdoptBudgets };
type Rpcs = 'DrawPermits' | 'CloseRateBudget' | 'ListClosedRateBudgets' | 'AdoptRateBudgets';

/** RPCs for the service reads: the rate budgets of its provider calls. */
export function rateBudgetHandlers(useCases: UseCases): Pick<Handlers<'installation'>, Rpcs> {
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
