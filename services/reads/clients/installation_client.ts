import { PERMIT_TIMEOUT_MS, throwUnavailable } from '../../../connectors/calls/permit_client.ts';
import { systemCall } from '../../../lib/rpc/call.ts';
import type { GrantedClient } from '../../../lib/rpc/client.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import type { InstallationClient } from '../installation.ts';
import type { SendBudgets } from '../rate_limits/hand_over_budgets.ts';

type Deps = ClockAndIds & { rpc: GrantedClient<'reads', 'installation'> };

/** Max time of a call that may refresh a token, ms: a refresh may take two requests to a slow provider. */
const AUTH_TIMEOUT_MS = 30_000;
const KEYS_AT_ONCE = 500;

/** The client of the installation service. */
export function installationClient({ rpc, clock, newId }: Deps): InstallationClient {
  const call = (timeoutMs?: number) => systemCall('reads', { newId, clock }, timeoutMs);
  return {
    async listPlans(projectId, installationId, objectName = '') {
      const { plans } = await rpc.listReadPlans(call(), { projectId, installationId, objectName });
      return plans;
    },
    async listInstallations(after) {
      const { keys } = await rpc.listInstallationKeys(call(), { after, limit: KEYS_AT_ONCE });
      return keys;
    },
    findPlan: (query) => rpc.findReadPlan(call(), query),
    getCallAuth: (projectId, connectionId) => rpc.getCallAuth(call(AUTH_TIMEOUT_MS), { projectId, connectionId }),
    async reportRejected(projectId, connectionId, generation) {
      await rpc.reportRejected(call(AUTH_TIMEOUT_MS), { projectId, connectionId, generation });
    },
  };
}

type AdoptDeps = ClockAndIds & { rpc: Pick<GrantedClient<'reads', 'installation'>, 'adoptRateBudgets'> };

/** Hands over to the installation service the rate budgets that versions before 0.2 stored in the service `reads`. */
export function budgetAdopter({ rpc, clock, newId }: AdoptDeps): SendBudgets {
  return async (request) => {
    await rpc
      .adoptRateBudgets(systemCall('reads', { newId, clock }, PERMIT_TIMEOUT_MS), request)
      .catch(throwUnavailable);
  };
}
