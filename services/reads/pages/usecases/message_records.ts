import { recordTime } from '../../../../connectors/engine/read/record_time.ts';
import type { Message } from '../../messages/domain/message.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../../operations/domain/stores.ts';
import type { FetchedPage, FetchedRecord } from './fetch_page.ts';

/** The message of each record. `messages` are those of all the pages, in order. */
export type MessageOfRecord = ReadonlyMap<FetchedRecord, string>;

/** Longer ids are not swept; see note_known.ts. */
const LONGEST_ID = 191;

export function recordsOfMessages(
  pages: readonly Pick<FetchedPage, 'records'>[],
  messages: readonly Pick<Message, 'numRecords'>[],
): FetchedRecord[][] {
  const records = pages.flatMap((page) => page.records);
  let at = 0;
  return messages.map(({ numRecords }) => records.slice(at, (at += numRecords)));
}

export function messageOfRecord(
  messages: readonly Pick<Message, 'id'>[],
  records: readonly FetchedRecord[][],
): MessageOfRecord {
  return new Map(messages.flatMap(({ id }, i) => (records[i] ?? []).map((record) => [record, id] as const)));
}

/** The oldest time of a message's records, Unix ms; null when one has none. */
export function oldestTime(records: readonly FetchedRecord[]): number | null {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { updatedAt } of records) {
    const time = updatedAt === null ? Number.NaN : recordTime(updatedAt);
    if (Number.isNaN(time)) return null;
    oldest = Math.min(oldest, time);
  }
  return Number.isFinite(oldest) ? Math.floor(oldest) : null;
}

/** Notes which deleted records a message reports, so that an undelivered message does not lose them. */
export async function noteTold(s: Stores, { operation, plan }: ReadRun, messageOf: MessageOfRecord): Promise<void> {
  if (!plan.sweepSchedule || operation.replay) return;
  const told = [...messageOf].flatMap(([{ id, isDeleted }, messageId]) =>
    isDeleted && id !== null && id.length <= LONGEST_ID ? [{ messageId, recordId: id }] : [],
  );
  await s.toldDeletions.add(told);
}
