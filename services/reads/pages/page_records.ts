import { Buffer } from 'node:buffer';
import { recordTime } from '../../../connectors/engine/read/record_time.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Message } from '../messages/message.ts';
import type { Parcel } from '../messages/page_messages.ts';
import type { PageEntry } from '../operations/ledger.ts';
import type { FetchedPage, FetchedRecord, PagesToCommit } from './pages_to_commit.ts';

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

type Written = { packed: readonly (readonly Parcel[])[]; messages: readonly Message[]; newId: NewId; now: number };

/** The ledger entries of committed pages. `messages` are those of all the pages, in order. */
export function pageEntries({ pages, firstPageSeq }: PagesToCommit, written: Written): PageEntry[] {
  const { packed, messages, newId, now } = written;
  let from = 0;
  return pages.map((page, i) => {
    const own = messages.slice(from, from + (packed[i]?.length ?? 0));
    from += own.length;
    return {
      pageSeq: firstPageSeq + i,
      lineId: newId(),
      said: page.estimatedTotal,
      fetched: page.fetched,
      mapped: page.records.length,
      skipped: page.skipped,
      messages: own.length,
      bytes: own.reduce((sum, message) => sum + bytesOf(message), 0),
      time: now,
    };
  });
}

function bytesOf({ body, resultJson = '' }: Message): number {
  return body.length + Buffer.byteLength(resultJson);
}
