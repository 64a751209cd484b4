import type { NewId } from '../../../lib/ids/ids.ts';
import { systemCall } from '../../../lib/rpc/call.ts';
import type { RpcConnection } from '../../../lib/rpc/client.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { InstallationClient } from '../domain/installation.ts';

type Deps = { rpc: RpcConnection<'installation'>; clock: Clock; newId: NewId };

/** Renewing a token may take two exchanges with a slow provider. */
const AUTH_TIMEOUT = 30_000;

/** The installation service as reads knows it. */
export function installationClient({ rpc, clock, newId }: Deps): InstallationClient {
  const call = (timeoutMillis?: number) => systemCall('reads', { newId, clock }, timeoutMillis);
  return {
    async listPlans(projectId, installationId, objectName = '') {
      const { plans } = await rpc.listReadPlans(call(), { projectId, installationId, objectName });
      return plans;
    },
    findPlan: (query) => rpc.findReadPlan(call(), query),
    getCallAuth: (projectId, connectionId) => rpc.getCallAuth(call(AUTH_TIMEOUT), { projectId, connectionId }),
    async reportRejected(projectId, connectionId, generation) {
      await rpc.reportRejected(call(AUTH_TIMEOUT), { projectId, connectionId, generation });
    },
  };
}
