/**
 * Limits the open records of asynchronous writes per project. The open rows are counted, with an index and only up to
 * the limit. A stored counter would make all writes of a project wait for one row lock, and could become wrong.
 *
 * A process counts the rows of a project at most once a second, and adds the records that it has accepted since then.
 * So several processes together may exceed the limit by the records that they accept in one second.
 */
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { QueuedRecordStore } from './queued_record.ts';

type Deps = {
  stores: { queuedRecords: Pick<QueuedRecordStore, 'countOpen'> };
  clock: Clock;
  /** `maxOpenRecords`: 0 for no limit. */
  config: { maxOpenRecords: number };
};
type CachedCount = { until: number; found: Promise<number>; added: number };

const MAX_OPEN_SETTING = 'CAUSEWAY_WRITES_MAX_OPEN_RECORDS';
const COUNT_TTL_MS = 1_000;
/** Max projects whose count is cached. */
const MAX_CACHED_PROJECTS = 1_000;
/**
 * The Retry-After of a refused caller: open records end continuously, but most retries before this time would be
 * refused too. Ms.
 */
const RETRY_MS = 10_000;

/**
 * Counts the records of a new write as open. Throws rateLimited when the project would then have too many open records;
 * then nothing was changed.
 */
export function makeReserveOpenRecords({ stores, clock, config: { maxOpenRecords: max } }: Deps) {
  const counts = new Map<string, CachedCount>();

  return async function reserveOpenRecords(projectId: string, adding: number): Promise<void> {
    if (max === 0) return;
    const counted = countOf(projectId);
    const found = await counted.found;
    // `added` is read after the await, because other requests that waited for the same count have reserved quota
    // meanwhile.
    const used = found + counted.added;
    if (used + adding > max) throw full(used);
    counted.added += adding;
  };

  function countOf(projectId: string): CachedCount {
    const now = clock.now();
    const known = counts.get(projectId);
    if (known && now < known.until) return known;
    if (counts.size >= MAX_CACHED_PROJECTS) counts.clear();
    const found = stores.queuedRecords.countOpen(projectId, max);
    const counted = { until: now + COUNT_TTL_MS, found, added: 0 };
    counts.set(projectId, counted);
    // The waiting request gets the error; the next request counts again.
    found.catch(() => counts.delete(projectId));
    return counted;
  }

  function full(used: number): Problem {
    const detail = `A project may have at most ${max} open records of asynchronous writes, and this one has ${used}.`;
    return new Problem('rateLimited', detail, {
      context: { quota: MAX_OPEN_SETTING, max, used },
      retryAfter: clock.now() + RETRY_MS,
      remedy: `Wait until some have ended, then send it again, or ask the operator to raise ${MAX_OPEN_SETTING}.`,
    });
  }
}

export type ReserveOpenRecords = ReturnType<typeof makeReserveOpenRecords>;
