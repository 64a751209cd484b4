import type { NewId } from '../../lib/ids/ids.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import type { ServiceClient } from '../../lib/rpc/services.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ProcessName } from '../../lib/trust/arrows.ts';
import type { Draw, PermitSource } from './permits.ts';

type Rpcs = Pick<ServiceClient<'installation'>, 'drawPermits' | 'closeRateBudget' | 'listClosedRateBudgets'>;
type PermitDeps = { process: ProcessName; rpc: Rpcs; clock: Clock; newId: NewId };

/** The deadline of each RPC. A draw takes only two SQL statements. Without an answer in time, the work waits. */
export const PERMIT_TIMEOUT_MS = 5_000;

/**
 * The port for rate budgets, for the services that call their owner, the installation service. Every method rejects
 * with a Problem. A call without an answer in time is rejected as `unavailable`, so that the work waits instead of
 * failing.
 */
export function permitClient({ process, rpc, clock, newId }: PermitDeps): PermitSource {
  const call = () => systemCall(process, { newId, clock }, PERMIT_TIMEOUT_MS);
  return {
    async draw(of, draw) {
      const { permits, waitMs } = await rpc.drawPermits(call(), { ...of, ...messageOf(draw) }).catch(throwUnavailable);
      return { permits, waitMs };
    },
    async close(of, askedMs) {
      const asked = askedMs === undefined ? {} : { askedMs };
      await rpc.closeRateBudget(call(), { ...of, ...asked }).catch(throwUnavailable);
    },
    async listClosed() {
      const { budgets } = await rpc.listClosedRateBudgets(call(), {}).catch(throwUnavailable);
      return budgets;
    },
  };
}

function messageOf({ allowed, late, headers, ...draw }: Draw) {
  return { ...draw, allowed: [...allowed], late: [...late], headers: headers && headersOf(headers) };
}

function headersOf({ limit, number, ...said }: NonNullable<Draw['headers']>) {
  return { ...said, ...(limit !== null && { limit }), ...(number !== null && { number }) };
}

/**
 * Rethrows an error of an RPC. It becomes `unavailable`, so that the work waits, when the installation service did not
 * answer in time, or lacks the method: during an upgrade, a replica older than 0.2 may answer.
 */
export function throwUnavailable(error: unknown): never {
  const kind = error instanceof Problem ? error.kind : undefined;
  if (kind === 'methodNotAllowed')
    throw new Problem('unavailable', 'The installation service is not upgraded yet.', { cause: error });
  if (kind === 'deadlineExceeded')
    throw new Problem('unavailable', 'The installation service did not answer in time.', { cause: error });
  throw error;
}
