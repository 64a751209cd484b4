import type { Draw, PermitSource } from '../../../connectors/calls/permits.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { systemCall } from '../../../lib/rpc/call.ts';
import type { GrantedClient } from '../../../lib/rpc/client.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { InstallationClient } from '../installation.ts';
import type { AdoptBudgets } from '../rate_limits/hand_over_budgets.ts';

type Deps = { rpc: GrantedClient<'reads', 'installation'>; clock: Clock; newId: NewId };

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

type PermitDeps = {
  rpc: Pick<
    GrantedClient<'reads', 'installation'>,
    'drawPermits' | 'closeRateBudget' | 'listClosedRateBudgets' | 'adoptRateBudgets'
  >;
  clock: Clock;
  newId: NewId;
};

/** A draw is two statements. A read that gets no answer waits until installation is available again. */
const TIMEOUT = 5_000;

/**
 * The port of the rate budgets, which the installation service owns. Every method rejects with a Problem. One that is
 * late says nothing about the read, so the read waits as if the service were unavailable: no try is counted.
 */
export function permitClient({ rpc, clock, newId }: PermitDeps): PermitSource & { adopt: AdoptBudgets } {
  const call = () => systemCall('reads', { newId, clock }, TIMEOUT);
  return {
    async draw(of, draw) {
      const { permits, waitMs } = await rpc.drawPermits(call(), { ...of, ...messageOf(draw) }).catch(sayUnavailable);
      return { permits, waitMs };
    },
    async close(of, askedMs) {
      const asked = askedMs === undefined ? {} : { askedMs };
      await rpc.closeRateBudget(call(), { ...of, ...asked }).catch(sayUnavailable);
    },
    async listClosed() {
      const { budgets } = await rpc.listClosedRateBudgets(call(), {}).catch(sayUnavailable);
      return budgets;
    },
    async adopt(request) {
      await rpc.adoptRateBudgets(call(), request).catch(sayUnavailable);
    },
  };
}

function messageOf({ allowed, late, headers, ...draw }: Draw) {
  return { ...draw, allowed: [...allowed], late: [...late], headers: headers && headersOf(headers) };
}

function headersOf({ limit, number, ...said }: NonNullable<Draw['headers']>) {
  return { ...said, ...(limit !== null && { limit }), ...(number !== null && { number }) };
}

/** During an upgrade, a replica of installation of before 0.2 may answer. Reads wait until all are upgraded. */
function sayUnavailable(error: unknown): never {
  const kind = error instanceof Problem ? error.kind : undefined;
  if (kind === 'methodNotAllowed')
    throw new Problem('unavailable', 'The installation service is not upgraded yet.', { cause: error });
  if (kind === 'deadlineExceeded')
    throw new Problem('unavailable', 'The installation service did not answer in time.', { cause: error });
  throw error;
}
