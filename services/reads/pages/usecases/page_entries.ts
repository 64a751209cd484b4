import { Buffer } from 'node:buffer';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { PageEntry } from '../../operations/domain/ledger.ts';
import type { Message } from '../../messages/domain/message.ts';
import type { Parcel } from '../../messages/domain/page_messages.ts';
import type { PagesToCommit } from '../domain/pages_to_commit.ts';

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
