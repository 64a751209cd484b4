import { stringifyJson } from '../../../lib/json/json.ts';
import type { ReadPlan } from '../../../lib/read_plan/read_plan.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { WritePlan } from '../../../lib/write_plan/write_plan.ts';
import type { DrawPermitsRequest__Output } from '../../../protos/gen/causeway/installation/v1/DrawPermitsRequest.ts';
import type { RateLimitHeaders__Output } from '../../../protos/gen/causeway/installation/v1/RateLimitHeaders.ts';
import type { InstallationReadPlan, InstallationWritePlan } from '../plans/plans.ts';
import type { UseCases } from '../use_cases.ts';
import { ownerMessage } from './messages.ts';

/** RPCs that the service `reads` calls: read plans, and the credentials of provider calls. */
export function readingHandlers(useCases: UseCases) {
  return {
    ListReadPlans: async (call, request) => ({
      plans: (await useCases.listReadPlans(call, request)).map(readPlanMessage),
    }),
    ListInstallationKeys: async (_call, request) => ({ keys: await useCases.listInstallationKeys(request) }),
    FindReadPlan: async (call, request) => readPlanMessage(await useCases.findReadPlan(call, request)),
    async GetCallAuth(call, request) {
      const { expireTime, providerAppId, secrets: _held, ...auth } = await useCases.getCallAuth(call, request);
      return { ...auth, expireTime: expireTime ?? 0, providerAppId: providerAppId ?? '' };
    },
    async ReportRejected(call, request) {
      await useCases.reportRejected(call, request);
      return {};
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

function readPlanMessage({
  owner,
  integrationName,
  selection,
  filters,
  backfillFilters,
  ...plan
}: InstallationReadPlan): Required<ReadPlan> {
  const { installation } = owner;
  return {
    ...plan,
    ...ownerMessage(owner),
    installationCreateTime: installation.createTime,
    installationUpdateTime: installation.updateTime ?? installation.createTime,
    integrationName,
    revisionId: installation.config.revisionId,
    selectionJson: stringifyJson(selection),
    filtersJson: stringifyJson(filters),
    backfillFiltersJson: stringifyJson(backfillFilters),
    configJson: installation.config.contentJson,
  };
}

/** RPCs that the service `writes` calls. */
export function writingHandlers(useCases: Pick<UseCases, 'findWritePlan' | 'findProxyPlan'>) {
  return {
    FindWritePlan: async (call, request) => writePlanMessage(await useCases.findWritePlan(call, request)),
    FindProxyPlan: useCases.findProxyPlan,
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

function writePlanMessage({ key: _key, rules, ...plan }: InstallationWritePlan): WritePlan {
  return { ...plan, rulesJson: stringifyJson(rules) };
}

type BudgetUseCases = Pick<UseCases, 'permits' | 'adoptBudgets'>;
type Draw = Parameters<BudgetUseCases['permits']['draw']>[1];
type LimitHeaders = NonNullable<Draw['headers']>;
type BudgetRpcs = 'DrawPermits' | 'CloseRateBudget' | 'ListClosedRateBudgets' | 'AdoptRateBudgets';

/** RPCs that the service `reads` calls: the rate budgets of its provider calls. */
export function rateBudgetHandlers(useCases: BudgetUseCases): Pick<ServiceHandlers<'installation'>, BudgetRpcs> {
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
