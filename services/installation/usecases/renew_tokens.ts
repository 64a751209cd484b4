import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../lib/problem/problem.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { isUsable } from '../domain/is_usable.ts';
import type { RefreshLease } from '../domain/refresh_spend.ts';
import type { Deps } from './deps.ts';
import { badCredentials } from './mark_bad.ts';
import { leaseMillisOf, type RefreshTimes, type RenewUnderLease } from './renew_under_lease.ts';
import type { UnderWay } from './under_way.ts';

/**
 * Renews a connection's tokens, once, however many replicas want it.
 *
 * A refresh token is often good for one use, so only the holder of a lease on the row may spend it. Nobody waits for a
 * slow token endpoint longer than he must: who has an access token that is still good gets it back after a moment, and
 * who has none is told `unavailable` when his time is up, which parks a read. The renewal itself goes on to its end
 * with no caller, since the answer may be the only valid token there is.
 */
const POLL_MILLIS = 100;

export type Renewal = {
  /** Renew even when the access token is still good; then a failure is an error. */
  force: boolean;
  /** Unix ms until which to wait. */
  deadline: number;
};
export type RenewTokens = ReturnType<typeof makeRenewTokens>;
type Parts = { renewUnderLease: RenewUnderLease; underWay: UnderWay };

export function makeRenewTokens(
  { stores, clock, rules }: Deps,
  { renewUnderLease, underWay }: Parts,
  times: RefreshTimes,
) {
  /** The connection with the credentials to use now. Throws notFound, unprocessable (refused), providerFailed, unavailable. */
  return async function renewTokens(before: SecretConnection, renewal: Renewal): Promise<SecretConnection> {
    const { projectId, id, generation } = before;
    const fallback = !renewal.force && isUsable(before, clock.now()) ? before : null;
    const allowed = Math.min(renewal.deadline - clock.now(), fallback ? times.momentMillis : times.patienceMillis);
    const until = performance.now() + allowed;
    for (let current = before; ; ) {
      const lease = await take(before);
      if (lease) {
        const work = renewUnderLease(current, lease, renewal.force);
        underWay.add(work);
        return within(work, until, fallback);
      }
      if (fallback) return fallback;
      if (performance.now() >= until) throw busy();
      await sleep(POLL_MILLIS);
      const latest = await stores.connections.findSecret(projectId, id);
      if (!latest) throw new Problem('notFound', 'There is no such connection.');
      if (latest.generation > generation) return latest;
      if (latest.status === 'bad_credentials' && before.status !== 'bad_credentials') throw badCredentials();
      if (hasFailed(before, latest)) throw notRenewed(latest.refreshTime);
      current = latest;
    }
  };

  /** Whom we waited for had no luck. Each who waits would else ask in turn, whatever time the provider asked for. */
  function hasFailed(before: SecretConnection, { refreshFailures, refreshTime }: SecretConnection): boolean {
    return refreshFailures > before.refreshFailures && refreshTime !== null && refreshTime > clock.now();
  }

  async function take({ projectId, id, generation, fence }: SecretConnection): Promise<RefreshLease | null> {
    if (!rules.holds('singleRefresh')) return { fence, spend: null };
    return stores.connections.leaseRefresh(projectId, id, generation, leaseMillisOf(times));
  }
}

/** What `work` gives, or at that moment what there is instead of it. */
async function within<T>(work: Promise<T>, until: number, fallback: T | null): Promise<T> {
  const left = new AbortController();
  const late = sleep(Math.max(0, until - performance.now()), LATE, { signal: left.signal });
  const first = await Promise.race([work, late]).finally(() => {
    late.catch(() => {});
    left.abort();
  });
  if (first !== LATE) return first as T;
  if (fallback) return fallback;
  throw busy();
}

const LATE = Symbol('late');

function busy(): Problem {
  return new Problem('unavailable', 'The credentials are being renewed. Try again in a moment.');
}

export function notRenewed(retryAfter: number | null): Problem {
  return new Problem('providerFailed', 'The provider renewed no token when it was last asked.', {
    ...(retryAfter !== null && { retryAfter }),
  });
}
