import { Buffer } from 'node:buffer';
import { recordTime } from '../../../connectors/engine/read/record_time.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { currentTurn } from '../../../lib/loop/turn.ts';
import type { ChangeMoment } from '../../../lib/use_case/use_case_context.ts';
import type { DownloadLinks } from '../messages/download_link.ts';
import type { Message } from '../messages/message.ts';
import { type PackedRecords, renderMessages } from '../messages/page_messages.ts';
import { recordHashes } from '../messages/record_hash.ts';
import type { PageEntry } from '../operations/page.ts';
import type { FetchedPage, FetchedRecord, PagesToCommit, ReadRun } from './pages_to_commit.ts';

/** Maps each record to the id of its message. */
export type MessageOfRecord = ReadonlyMap<FetchedRecord, string>;

type MessageNumbering = { first: number; newId: NewId; links: DownloadLinks };

/** Renders the messages of pages, numbered from `first`, each with the hashes and the oldest time of its records. */
export async function messagesOfPages(
  { operation, envelope }: ReadRun,
  pages: readonly Pick<FetchedPage, 'records'>[],
  packed: readonly (readonly PackedRecords[])[],
  { first, newId, links }: MessageNumbering,
): Promise<{ messages: Message[]; messageOf: MessageOfRecord }> {
  const { projectId, installationId, objectName, id: operationId } = operation;
  const facts = { projectId, installationId, objectName, operationId };
  const records = pages.flatMap((page) => page.records);
  const messageOf = new Map<FetchedRecord, string>();
  let at = 0;
  const turn = currentTurn();
  const rendered = await renderMessages(packed.flat(), facts, first, { envelope, newId, downloadUrl: links.urlOf });
  const messages: Message[] = [];
  for (const message of rendered) {
    const own = records.slice(at, (at += message.numRecords));
    for (const record of own) messageOf.set(record, message.id);
    const hashes = recordHashes(own.map(({ id }) => id));
    messages.push({ ...message, oldestTime: oldestTime(own), ...(hashes && { recordHashes: hashes }) });
    await turn.pause();
  }
  return { messages, messageOf };
}

/** The oldest time of a message's records, Unix ms; null when a record has no time. */
function oldestTime(records: readonly FetchedRecord[]): number | null {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { updatedAt } of records) {
    const time = updatedAt === null ? Number.NaN : recordTime(updatedAt);
    if (Number.isNaN(time)) return null;
    oldest = Math.min(oldest, time);
  }
  return Number.isFinite(oldest) ? Math.floor(oldest) : null;
}

type WrittenMessages = ChangeMoment & { packed: readonly (readonly PackedRecords[])[]; messages: readonly Message[] };

/** The ledger entries of committed pages. `messages`: the messages of all the pages, in order. */
export function pageEntries({ pages, firstPageSeq }: PagesToCommit, written: WrittenMessages): PageEntry[] {
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
