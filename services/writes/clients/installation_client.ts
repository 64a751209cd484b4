import { systemCall } from '../../../lib/rpc/call.ts';
import type { GrantedClient } from '../../../lib/rpc/client.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import type { InstallationClient } from '../installation.ts';

type Deps = ClockAndIds & { rpc: GrantedClient<'writes', 'installation'> };

/** Max time of a call that may refresh a token, ms: a refresh may take two requests to a slow provider. */
const AUTH_TIMEOUT_MS = 20_000;

/** The client of the installation service. */
export function installationClient({ rpc, clock, newId }: Deps): InstallationClient {
  const call = (timeoutMs?: number) => systemCall('writes', { newId, clock }, timeoutMs);
  return {
    findPlan: (query) => rpc.findWritePlan(call(), query),
    findProxyPlan: (query) => rpc.findProxyPlan(call(), query),
    getCallAuth: (projectId, connectionId) => rpc.getCallAuth(call(AUTH_TIMEOUT_MS), { projectId, connectionId }),
    async reportRejected(projectId, connectionId, generation) {
      await rpc.reportRejected(call(AUTH_TIMEOUT_MS), { projectId, connectionId, generation });
    },
  };
}
