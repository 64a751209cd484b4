import { Problem } from '../problem/problem.ts';

/** Ms. A count says in which five minutes something happened, not when. */
export const SLOT_MS = 300_000;

/** How long counts are kept: longer than the longest span that one request may ask for. Ms. */
export const COUNTS_KEPT_MS = 100 * 86_400_000;

/** By the words of the API. Ms. */
export const STEPS = { '5m': SLOT_MS, '1h': 3_600_000, '1d': 86_400_000 } as const;

export type Step = keyof typeof STEPS;

export type Count<Kind extends string> = { kind: Kind; startTime: number; happened: number };

export type CountStore<Kind extends string> = {
  /** In the transaction in which it happened, as its last statement: its rows are locked until the commit. */
  add(projectId: string, time: number, counts: Partial<Record<Kind, number>>): Promise<void>;
  /** Sums by slots of `stepMs`; those in which nothing happened are missing. */
  list(projectId: string, span: Span): Promise<Count<Kind>[]>;
  /** Deletes what is older, about `limit` rows; returns how many it found. */
  purge(before: number, limit: number): Promise<number>;
};

/** Unix ms: from `since` to before `until`, both starts of slots. */
export type Span = { since: number; until: number; stepMs: number };

/** Times are 0 and `step` is empty when not given. */
export type CountsRequest = { projectId: string; since: number; until: number; step: string };

export type Slot<Kind extends string> = { startTime: number; counts: Record<Kind, number> };

/** More than a picture can show. */
const MAX_SLOTS = 1_000;
const DAY_MS = 86_400_000;

/**
 * What happened in a project, slot by slot, oldest first; the last slot may still grow. Slots start at whole steps of
 * UTC. Without a span it is the last 24 hours. Throws invalidArgument for a span that is empty or too long.
 */
export function makeListCounts<Kind extends string>(kinds: readonly Kind[], { counts, clock }: Deps<Kind>) {
  return async function listCounts({ projectId, step, ...asked }: CountsRequest): Promise<Slot<Kind>[]> {
    const span = spanOf(asked, STEPS[step as Step] ?? STEPS['1h'], clock.now());
    const found = new Map<number, Slot<Kind>>();
    for (let startTime = span.since; startTime < span.until; startTime += span.stepMs)
      found.set(startTime, { startTime, counts: nothing(kinds) });
    for (const { kind, startTime, happened } of await counts.list(projectId, span)) {
      const slot = found.get(startTime);
      if (slot && kinds.includes(kind)) slot.counts[kind] = happened;
    }
    return [...found.values()];
  };
}

type Deps<Kind extends string> = { counts: CountStore<Kind>; clock: { now(): number } };

export function slotOf(time: number, stepMs: number): number {
  return time - (time % stepMs);
}

function spanOf(asked: { since: number; until: number }, stepMs: number, now: number): Span {
  const end = asked.until || now + 1;
  const since = slotOf(asked.since || end - DAY_MS, stepMs);
  const until = slotOf(end - 1, stepMs) + stepMs;
  if (since >= end) throw refused('since', 'must be before `until`, and not in the future');
  if ((until - since) / stepMs > MAX_SLOTS)
    throw refused('since', `is more than ${MAX_SLOTS} steps before \`until\`; ask for a longer step or a shorter span`);
  return { since, until, stepMs };
}

function refused(name: string, detail: string): Problem {
  return new Problem('invalidArgument', `\`${name}\` ${detail}.`, { issues: [{ in: 'query', name, detail }] });
}

function nothing<Kind extends string>(kinds: readonly Kind[]): Record<Kind, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
}
