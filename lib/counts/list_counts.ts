import { Problem } from '../problem/problem.ts';
import { type CountSpan, type CountStore, type SlotCount, STEP_MS, type StepName, slotOf } from './counts.ts';

/** A time of 0 or an empty `step` means that it is not given. */
export type CountsRequest = { projectId: string; since: number; until: number; step: string };

type SlotCounts<Kind extends string> = { startTime: number; counts: Record<Kind, number> };

/** Max slots of an answer; a chart cannot show more. */
const MAX_SLOTS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Lists the counts of a project by slot, oldest first; the last slot may still grow. Slots start at multiples of the
 * step in UTC. The default span is the last 24 hours. Throws invalidArgument for a span that is empty or too long.
 */
export function makeListCounts<Kind extends string>(kinds: readonly Kind[], deps: Deps<Kind>) {
  const listSlots = makeListSlots(deps);
  return async function listCounts(request: CountsRequest): Promise<SlotCounts<Kind>[]> {
    const slots = await listSlots(request);
    return slots.map(({ startTime, found }) => {
      const counts = zeroCounts(kinds);
      for (const { kind, happened } of found) if (kinds.includes(kind)) counts[kind] = happened;
      return { startTime, counts };
    });
  };
}

/**
 * Like makeListCounts, but for kinds that are not known in advance. `found`: the counts of a slot; [] for a slot in
 * which nothing happened.
 */
export function makeListSlots<Kind extends string>({ counts, clock }: Deps<Kind>) {
  return async function listSlots({ projectId, step, ...asked }: CountsRequest) {
    const span = spanOf(asked, STEP_MS[step as StepName] ?? STEP_MS['1h'], clock.now());
    const slots = new Map<number, { startTime: number; found: SlotCount<Kind>[] }>();
    for (let startTime = span.since; startTime < span.until; startTime += span.stepMs)
      slots.set(startTime, { startTime, found: [] });
    for (const count of await counts.list(projectId, span)) slots.get(count.startTime)?.found.push(count);
    return [...slots.values()];
  };
}

type Deps<Kind extends string> = { counts: CountStore<Kind>; clock: { now(): number } };

function spanOf(asked: { since: number; until: number }, stepMs: number, now: number): CountSpan {
  const end = asked.until || now + 1;
  const since = slotOf(asked.since || end - DAY_MS, stepMs);
  const until = slotOf(end - 1, stepMs) + stepMs;
  if (since >= end) throw invalidParameter('since', 'must be before `until`, and not in the future');
  if ((until - since) / stepMs > MAX_SLOTS)
    throw invalidParameter(
      'since',
      `is more than ${MAX_SLOTS} steps before \`until\`; ask for a longer step or a shorter span`,
    );
  return { since, until, stepMs };
}

function invalidParameter(name: string, detail: string): Problem {
  return new Problem('invalidArgument', `\`${name}\` ${detail}.`, { issues: [{ in: 'query', name, detail }] });
}

function zeroCounts<Kind extends string>(kinds: readonly Kind[]): Record<Kind, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
}
