/**
 * Refreshes a connection's tokens once, even if many replicas request it.
 *
 * A refresh token is often valid for one use, so only the holder of a lease on the row may send it. No caller waits
 * longer than necessary for a slow token endpoint. A caller with a valid access token gets this token back after at
 * most `momentMs`. A caller without a valid token gets `unavailable` at its deadline; a read is then postponed. The
 * refresh continues when no caller waits any more, because its response may be the only valid token.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log/log.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import {
  type ConnectionRefresh,
  type ConnectionStore,
  isUsable,
  type RefreshTokens,
  type SecretConnection,
} from '../connections/connection.ts';
import { badCredentials } from '../connections/connections.ts';
import { type RefreshLeaseStore, refreshInProgress } from './refresh_lease.ts';
import { leaseMsOf, type RefreshTimes, type RefreshUnderLease } from './refresh_under_lease.ts';

type Stores = { connections: ConnectionStore; refreshLeases: RefreshLeaseStore };
type Deps = { stores: Stores; clock: Clock };

const POLL_MS = 100;

type RefreshTokensParts = { refreshUnderLease: RefreshUnderLease; pending: PendingWork };

export function makeRefreshTokens(
  { stores, clock }: Deps,
  { refreshUnderLease, pending }: RefreshTokensParts,
  times: RefreshTimes,
): RefreshTokens {
  return async function refreshTokens(
    before: SecretConnection,
    refreshTimes: ConnectionRefresh,
  ): Promise<SecretConnection> {
    const { projectId, id, generation } = before;
    const fallback = !refreshTimes.force && isUsable(before, clock.now()) ? before : null;
    const allowed = Math.min(refreshTimes.deadline - clock.now(), fallback ? times.momentMs : times.maxWaitMs);
    const until = performance.now() + allowed;
    for (let current = before; ; ) {
      const lease = await stores.refreshLeases.take(before, leaseMsOf(times));
      if (lease) {
        const work = refreshUnderLease(current, lease, refreshTimes.force);
        pending.add(work);
        return resultOrFallback(work, until, fallback);
      }
      if (fallback) return fallback;
      if (performance.now() >= until) throw refreshInProgress();
      await sleep(POLL_MS);
      const latest = await stores.connections.findSecret(projectId, id);
      if (!latest) throw notFound('connection');
      if (latest.generation > generation) return latest;
      if (latest.status === 'bad_credentials' && before.status !== 'bad_credentials') throw badCredentials();
      if (hasFailed(before, latest)) throw noTokenIssued(latest.refreshTime);
      current = latest;
    }
  };

  /**
   * True when the refresh of the replica that held the lease failed. Then a waiting caller fails too: if every waiting
   * caller sent its own request, they would ignore the provider's Retry-After.
   */
  function hasFailed(before: SecretConnection, { refreshFailures, refreshTime }: SecretConnection): boolean {
    return refreshFailures > before.refreshFailures && refreshTime !== null && refreshTime > clock.now();
  }
}

/**
 * Returns the result of `work`, or the fallback if `work` still runs at `until` (ms, as performance.now() counts).
 * Throws unavailable if there is no fallback either.
 */
async function resultOrFallback<T>(work: Promise<T>, until: number, fallback: T | null): Promise<T> {
  const left = new AbortController();
  const late = sleep(Math.max(0, until - performance.now()), LATE, { signal: left.signal });
  const first = await Promise.race([work, late]).finally(() => {
    late.catch(() => {});
    left.abort();
  });
  if (first !== LATE) return first as T;
  if (fallback) return fallback;
  throw refreshInProgress();
}

const LATE = Symbol('late');

export function noTokenIssued(retryAfter: number | null): Problem {
  return new Problem('providerFailed', 'The provider issued no new token at the last refresh.', {
    ...(retryAfter !== null && { retryAfter }),
  });
}

/** Tracks work that continues after its caller stopped waiting, so that the process can wait for it before it exits. */
export type PendingWork = { add(work: Promise<unknown>): void; settled(): Promise<void> };

export function createPendingWork(log: Log): PendingWork {
  const all = new Set<Promise<unknown>>();
  return {
    add(work) {
      // A Problem is already recorded in the row. Log other errors here, because the caller may no longer wait.
      const watched = work.catch((err: unknown) => {
        if (!(err instanceof Problem)) log.warn('token refresh failed', { err });
      });
      all.add(watched);
      void watched.finally(() => all.delete(watched));
    },
    async settled() {
      while (all.size > 0) await Promise.all(all);
    },
  };
}

type RefreshDueTokensDeps = Deps & { log: Log };

const BATCH_SIZE = 50;
const MAX_PARALLEL = 4;
const MAX_WAIT_MS = 15_000;

/**
 * Refreshes due tokens once, a few in parallel. An unexpected error in one row does not stop the others. After the
 * signal aborts, no further refresh starts, because a process that is killed during a refresh may lose the only valid
 * token.
 */
export function makeRefreshDueTokens(
  { stores, clock, log }: RefreshDueTokensDeps,
  { refreshTokens }: { refreshTokens: RefreshTokens },
) {
  return async function refreshDueTokens(signal?: AbortSignal): Promise<void> {
    const due = await stores.refreshLeases.listDue(clock.now(), BATCH_SIZE);
    const lanes = Array.from({ length: MAX_PARALLEL }, async () => {
      for (let next = due.shift(); next && !signal?.aborted; next = due.shift()) await tried(next);
    });
    await Promise.all(lanes);
  };

  type Due = { projectId: string; id: string; generation: number };

  async function tried(due: Due): Promise<void> {
    await refresh(due).catch((err: unknown) => {
      log.warn('token refresh failed', { projectId: due.projectId, connectionId: due.id, err });
    });
  }

  /** Ignores a Problem: the row already has a later refresh time or the status bad_credentials. */
  async function refresh({ projectId, id, generation }: Due): Promise<void> {
    const connection = await stores.connections.findSecret(projectId, id);
    if (!connection || connection.generation !== generation || connection.status === 'bad_credentials') return;
    await refreshTokens(connection, { force: false, deadline: clock.now() + MAX_WAIT_MS }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
}
