import { stringifyJson } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { ReadPlan } from '../../../lib/read_plan/read_plan.ts';
import type { OwnedPlan } from '../read_plans/domain/read_plan.ts';
import type { UseCases } from '../use_cases.ts';

/** RPCs for the service reads: read plans, and the credentials of provider calls. */
export function readingHandlers(useCases: UseCases) {
  return {
    ListReadPlans: async (call, request) => ({ plans: (await useCases.listReadPlans(call, request)).map(planMessage) }),
    FindReadPlan: async (call, request) => planMessage(await useCases.findReadPlan(call, request)),
    async GetCallAuth(call, request) {
      const { expireTime, providerAppId, secrets: _held, ...auth } = await useCases.getCallAuth(call, request);
      return { ...auth, expireTime: expireTime ?? 0, providerAppId: providerAppId ?? '' };
    },
    async ReportRejected(call, request) {
      await useCases.reportRejected(call, request);
      return {};
    },
  } satisfies Partial<Handlers<'installation'>>;
}

function planMessage({
  owner,
  integrationName,
  selection,
  filters,
  backfillFilters,
  ...plan
}: OwnedPlan): Required<ReadPlan> {
  const {
    installation,
    group,
    connection: { connection, consumer },
  } = owner;
  return {
    ...plan,
    projectId: installation.projectId,
    installationId: installation.id,
    installationUpdateTime: installation.updateTime ?? installation.createTime,
    integrationId: installation.integrationId,
    integrationName,
    configId: installation.config.id,
    revisionId: installation.config.revisionId,
    connectionId: connection.id,
    groupRef: group.ref,
    groupName: group.name,
    consumerRef: consumer.ref,
    consumerName: consumer.name,
    provider: connection.provider,
    workspace: connection.workspaceRef,
    selectionJson: stringifyJson(selection),
    filtersJson: stringifyJson(filters),
    backfillFiltersJson: stringifyJson(backfillFilters),
    configJson: installation.config.contentJson,
  };
}
