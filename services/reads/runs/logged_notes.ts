import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../lib/events/payloads.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { ChangeMoment } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { FetchedPage } from '../pages/pages_to_commit.ts';
import { installationBlock, type ReadPlan } from '../read_plan.ts';

/**
 * Max operations whose notes are remembered. The number is far above the number of operations that share the slots of
 * one process.
 */
const MAX_OPERATIONS = 1_000;
/** Max notes per read; more notes would hide the rest of the operation's log. */
const MAX_NOTES = 20;

/** `text` identifies the line among the logged notes. */
type NoteLine = { severity: 'INFO' | 'WARNING'; msg: string; text: string };

/**
 * Returns the lines of these pages that the log does not have yet. The caller marks them as logged after the commit,
 * because a page whose commit fails is fetched again.
 */
export function newNoteLines(
  pages: readonly Pick<FetchedPage, 'notes' | 'warnings'>[],
  logged: ReadonlySet<string>,
): NoteLine[] {
  const lines = pages.flatMap(({ notes, warnings = [] }): NoteLine[] => [
    ...notes.map((text) => ({ severity: 'INFO' as const, msg: `Inferred: ${text}.`, text })),
    ...warnings.map((text) => ({ severity: 'WARNING' as const, msg: text, text })),
  ]);
  const known = new Set(logged);
  const fresh = lines.filter(({ text }) => !known.has(text) && known.add(text));
  return fresh.slice(0, Math.max(0, MAX_NOTES - logged.size));
}

/** Adds the lines to the operation's log, in the transaction that commits the pages. */
export async function logNotes(
  s: { logs: LogStore },
  { projectId, id }: { projectId: string; id: string },
  lines: readonly NoteLine[],
  { newId, now }: ChangeMoment,
): Promise<void> {
  if (lines.length === 0) return;
  const numbered = lines.map(({ severity, msg }) => ({ id: newId(), time: now, severity, msg }));
  await s.logs.add(projectId, id, numbered);
}

/**
 * The engine's notes that are already in the logs of recently run operations. An operation that yields its slot often
 * continues in the same process, and its next slot must not log the notes again.
 */
export function recentlyLoggedNotes() {
  const byOperation = new Map<string, Set<string>>();
  return {
    of(operationId: string): Set<string> {
      const notes = byOperation.get(operationId) ?? new Set<string>();
      byOperation.delete(operationId);
      byOperation.set(operationId, notes);
      if (byOperation.size > MAX_OPERATIONS)
        for (const oldest of [...byOperation.keys()].slice(0, 1)) byOperation.delete(oldest);
      return notes;
    },
  };
}

type EndedRead = {
  replay?: object | null;
  readType: string;
  sinceTime: number | null;
  untilTime: number | null;
  createTime: number;
};

/** The event for the builder at the end of a read; null for scheduled reads, failed backfills and replays. */
export function readEnded(
  plan: ReadPlan,
  ended: EndedRead,
  error: string | null,
  { newId, now }: ChangeMoment,
): CausewayEvent | null {
  if (ended.replay) return null;
  const facts = { id: newId(), projectId: plan.projectId, time: now };
  const block = installationBlock(plan) as InstallationBlock;
  if (ended.readType === 'triggered') {
    const payload = { ...block, ...spanOf(plan, ended) };
    if (error === null) return eventOf('read.triggered.done', { ...facts, payload });
    return eventOf('read.triggered.error', { ...facts, payload: { ...payload, error } });
  }
  if (ended.readType !== 'backfill' || error !== null) return null;
  return eventOf('read.backfill.done', { ...facts, payload: { ...block, objectName: plan.mappedObjectName } });
}

/**
 * The time range in the event: without a start it begins at the epoch, without an end it ends at the time of the
 * request.
 */
function spanOf({ mappedObjectName }: ReadPlan, { sinceTime, untilTime, createTime }: EndedRead) {
  return {
    objectName: mappedObjectName,
    fromTimestamp: toIso(sinceTime ?? 0),
    untilTimestamp: toIso(untilTime ?? createTime),
  };
}
