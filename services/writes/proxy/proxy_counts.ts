import { type CountStore, SLOT_MS, slotOf } from '../../../lib/counts/counts.ts';
import { type CountsRequest, makeListSlots } from '../../../lib/counts/list_counts.ts';
import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import { kindOf } from '../../../lib/problem/kinds.ts';
import type { EndedProxyRequest } from '../../../lib/telemetry/telemetry.ts';
import type { Clock } from '../../../lib/time/clock.ts';

/** `proxy <provider> <status>`: the kind of a count. The table of counts also contains other kinds. */
export type ProxyKind = `proxy ${string}`;

type Stores = TransactionalStores<{ proxyCounts: CountStore<ProxyKind> }>;
type Deps = { stores: Stores; clock: Clock };
type CountedRequest = Pick<EndedProxyRequest, 'projectId' | 'provider' | 'status' | 'problem'>;
/** The counts of one project in one time slot. */
type SlotCounts = { projectId: string; time: number; counts: Record<ProxyKind, number> };
type ProxyCount = { provider: string; status: number; requests: number };

/**
 * Max number of different counts in memory while the database cannot be written. When it is reached, only requests with
 * an existing count are counted.
 */
const MAX_GATHERED = 5_000;
/** Max counts per insert: SQLite refuses an insert of more than 500 rows. */
const PER_INSERT = 100;
/** Matches a provider name that fits into the kind of a count, whose column has 64 ASCII characters. */
const COUNTED_NAME = /^[!-~]{1,50}$/;
/** The ranges (first, last) of the status codes that are registered for HTTP. */
const REGISTERED_STATUSES = [
  [100, 103],
  [200, 208],
  [226, 226],
  [300, 308],
  [400, 418],
  [421, 426],
  [428, 429],
  [431, 431],
  [451, 451],
  [500, 508],
  [510, 511],
] as const;
/** Replaces a provider name that COUNTED_NAME does not match. */
const OTHER_PROVIDER = 'other';

/**
 * Counts requests of the proxy by provider and status, in slots of five minutes. The counts are gathered in memory and
 * written by a loop, so that a request costs no transaction. A killed process loses the counts that it has not written.
 */
export function makeProxyCounts({ stores, clock }: Deps) {
  let held = new Map<string, SlotCounts>();
  let size = 0;
  const listSlots = makeListSlots({ counts: stores.proxyCounts, clock });

  function add({ projectId, time, counts }: SlotCounts): void {
    const key = `${projectId} ${time}`;
    const known = held.get(key)?.counts ?? {};
    for (const [kind, happened] of Object.entries<number>(counts) as [ProxyKind, number][]) {
      if (!(kind in known) && size >= MAX_GATHERED) continue;
      if (!(kind in known)) size += 1;
      known[kind] = (known[kind] ?? 0) + happened;
    }
    if (Object.keys(known).length > 0) held.set(key, { projectId, time, counts: known });
  }

  return {
    /** Counts a request that has ended, unless the caller left before there was an answer. */
    note(ended: CountedRequest): void {
      if (ended.status === undefined && ended.problem === undefined) return;
      const time = slotOf(clock.now(), SLOT_MS);
      add({ projectId: ended.projectId, time, counts: { [kindFor(ended)]: 1 } });
    },
    /**
     * Writes the gathered counts in one transaction. If the transaction fails, the counts are kept for the next call.
     */
    async write(): Promise<void> {
      if (held.size === 0) return;
      // The counts are sorted, so that two processes do not deadlock.
      const taken = [...held].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, gathered]) => gathered);
      held = new Map();
      size = 0;
      try {
        await stores.transaction(async (s) => {
          for (const { projectId, time, counts } of taken)
            for (const part of partsOf(counts)) await s.proxyCounts.add(projectId, time, part);
        });
      } catch (error) {
        // Keeps the counts in memory. The loop reports the error and tries again.
        for (const one of taken) add(one);
        throw error;
      }
    },
    /** Lists the time slots of a project, oldest first, with the requests of each by provider and status. */
    async list(request: CountsRequest): Promise<{ startTime: number; counts: ProxyCount[] }[]> {
      const slots = await listSlots(request);
      return slots.map(({ startTime, found }) => ({
        startTime,
        counts: found
          .flatMap(({ kind, happened }) => countIn(kind, happened))
          .toSorted((a, b) => a.provider.localeCompare(b.provider, 'en') || a.status - b.status),
      }));
    },
  };
}

export type ProxyCounts = ReturnType<typeof makeProxyCounts>;

function kindFor({ provider, status, problem }: CountedRequest): ProxyKind {
  const answered = status ?? kindOf(problem ?? 'internal').status;
  return `proxy ${COUNTED_NAME.test(provider) ? provider : OTHER_PROVIDER} ${knownStatus(answered)}`;
}

/**
 * A provider may answer with any number as status. RFC 9110, section 15: an unknown status counts as the x00 status of
 * its class.
 */
function knownStatus(status: number): number {
  if (REGISTERED_STATUSES.some(([first, last]) => status >= first && status <= last)) return status;
  return status >= 100 && status < 600 ? status - (status % 100) : 500;
}

function partsOf(counts: SlotCounts['counts']): SlotCounts['counts'][] {
  const all = Object.entries(counts);
  const parts = Array.from({ length: Math.ceil(all.length / PER_INSERT) }, (_, at) => at * PER_INSERT);
  return parts.map((from) => Object.fromEntries(all.slice(from, from + PER_INSERT)));
}

function countIn(kind: string, requests: number): ProxyCount[] {
  const [word, provider = '', status = ''] = kind.split(' ');
  return word === 'proxy' ? [{ provider, status: Number(status), requests }] : [];
}
