import type { NewId } from '../../../lib/ids/ids.ts';
import { systemCall } from '../../../lib/rpc/call.ts';
import type { RpcConnection } from '../../../lib/rpc/client.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { InstallationClient } from '../installation.ts';

type Deps = { rpc: RpcConnection<'installation'>; clock: Clock; newId: NewId };

/** A token refresh may take two exchanges with a slow provider. */
const AUTH_TIMEOUT = 30_000;
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
    getCallAuth: (projectId, connectionId) => rpc.getCallAuth(call(AUTH_TIMEOUT), { projectId, connectionId }),
    async reportRejected(projectId, connectionId, generation) {
      await rpc.reportRejected(call(AUTH_TIMEOUT), { projectId, connectionId, generation });
    },
  };
}
