import { recordTime } from '../../../../connectors/engine/read/record_time.ts';
import type { Message } from '../../messages/domain/message.ts';
import type { FetchedPage, FetchedRecord } from '../domain/fetched_page.ts';

/** The message of each record. `messages` are those of all the pages, in order. */
export type MessageOfRecord = ReadonlyMap<FetchedRecord, string>;

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
