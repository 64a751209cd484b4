import { type CountStore, SLOT_MS, slotOf } from '../../../lib/counts/counts.ts';
import { type CountsRequest, makeListSlots } from '../../../lib/counts/list_counts.ts';
import type { Transacting } from '../../../lib/db/transacting.ts';
import { kindOf } from '../../../lib/problem/kinds.ts';
import type { EndedProxyRequest } from '../../../lib/telemetry/telemetry.ts';
import type { Clock } from '../../../lib/time/clock.ts';

/** `proxy <provider> <status>`: a word of the table of counts, which other kinds share. */
export type ProxyKind = `proxy ${string}`;

type Stores = Transacting<{ proxyCounts: CountStore<ProxyKind> }>;
type Deps = { stores: Stores; clock: Clock };
type Ended = Pick<EndedProxyRequest, 'projectId' | 'provider' | 'status' | 'problem'>;
/** The counts of one project in one slot. */
type Gathered = { projectId: string; time: number; counts: Record<ProxyKind, number> };
type ProxyCount = { provider: string; status: number; requests: number };

/** Max number of different counts in memory while the database can't be written; further ones are not counted. */
const MAX_HELD = 5_000;
/** SQLite refuses an insert of more than 500 rows. */
const PER_INSERT = 100;
/** A provider name that fits into a kind, whose column has 64 ASCII characters. */
const COUNTED_NAME = /^[!-~]{1,50}$/;
/** The statuses that HTTP registers, from the first to the last of each range. */
const REGISTERED = [
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
/** In place of a name that does not fit. */
const OTHER = 'other';

/**
 * Requests of the proxy, by provider and status, in five minutes each. They are gathered in memory and written by a
 * loop, so that a request costs no transaction; a killed process loses what it has not written.
 */
export function makeProxyCounts({ stores, clock }: Deps) {
  let held = new Map<string, Gathered>();
  let size = 0;
  const listSlots = makeListSlots({ counts: stores.proxyCounts, clock });

  function add({ projectId, time, counts }: Gathered): void {
    const key = `${projectId} ${time}`;
    const known = held.get(key)?.counts ?? {};
    for (const [kind, happened] of Object.entries<number>(counts) as [ProxyKind, number][]) {
      if (!(kind in known) && size >= MAX_HELD) continue;
      if (!(kind in known)) size += 1;
      known[kind] = (known[kind] ?? 0) + happened;
    }
    if (Object.keys(known).length > 0) held.set(key, { projectId, time, counts: known });
  }

  return {
    /** Counts a request that has ended; not one whose caller left before there was an answer. */
    note(ended: Ended): void {
      if (ended.status === undefined && ended.problem === undefined) return;
      const time = slotOf(clock.now(), SLOT_MS);
      add({ projectId: ended.projectId, time, counts: { [kindFor(ended)]: 1 } });
    },
    /** Writes the gathered counts in one transaction. If that fails, they are kept for the next time. */
    async write(): Promise<void> {
      if (held.size === 0) return;
      // In one order, so that two processes do not deadlock.
      const taken = [...held].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, gathered]) => gathered);
      held = new Map();
      size = 0;
      try {
        await stores.transaction(async (s) => {
          for (const { projectId, time, counts } of taken)
            for (const part of partsOf(counts)) await s.proxyCounts.add(projectId, time, part);
        });
      } catch (error) {
        // Caught to keep them: the loop reports the error and tries again.
        for (const one of taken) add(one);
        throw error;
      }
    },
    /** Slots as of makeListCounts; a slot has the statuses that occurred, by provider and status. */
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

function kindFor({ provider, status, problem }: Ended): ProxyKind {
  const answered = status ?? kindOf(problem ?? 'internal').status;
  return `proxy ${COUNTED_NAME.test(provider) ? provider : OTHER} ${knownStatus(answered)}`;
}

/** A provider may answer any number. RFC 9110, 15: an unknown status is taken for the x00 of its class. */
function knownStatus(status: number): number {
  if (REGISTERED.some(([first, last]) => status >= first && status <= last)) return status;
  return status >= 100 && status < 600 ? status - (status % 100) : 500;
}

function partsOf(counts: Gathered['counts']): Gathered['counts'][] {
  const all = Object.entries(counts);
  const parts = Array.from({ length: Math.ceil(all.length / PER_INSERT) }, (_, at) => at * PER_INSERT);
  return parts.map((from) => Object.fromEntries(all.slice(from, from + PER_INSERT)));
}

function countIn(kind: string, requests: number): ProxyCount[] {
  const [word, provider = '', status = ''] = kind.split(' ');
  return word === 'proxy' ? [{ provider, status: Number(status), requests }] : [];
}
