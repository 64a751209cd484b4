import { parseJson, stringifyJson, type Json } from '../../../../lib/json/json.ts';
import type { Compared } from '../domain/difference.ts';
import type { ArchivedPage, StoredPage } from '../../archive/domain/archived_page.ts';
import type { ReadRun } from '../../pages/domain/read_run.ts';
import type { MessageStore } from '../../messages/domain/message_store.ts';

type Stores = { messages: MessageStore };

/**
 * The records of an archived page as delivered: the ids are in the page, the texts are in its messages, in the same
 * order. A message whose body was deleted still has its record count.
 */
export async function deliveredRecords(
  stores: Stores,
  { operation }: ReadRun,
  { page, stored }: { page: ArchivedPage; stored: StoredPage },
): Promise<Compared[]> {
  const left = new Set(stored.leftOut);
  const ids = page.ids.filter((_id, i) => !left.has(i));
  const messages = stored.messages === 0 ? [] : await stores.messages.ofPage(operation, stored);
  const texts = messages.flatMap(({ numRecords, body, resultJson }) =>
    body === null ? new Array<null>(numRecords).fill(null) : textsOf(resultJson ?? body),
  );
  return ids.map((id, i) => ({ id, text: texts[i] ?? null }));
}

/** The record texts of a message body, or of a result that is stored separately. */
function textsOf(json: string): string[] {
  const parsed = parseJson(json) as Json[] | { result: Json[] };
  return (Array.isArray(parsed) ? parsed : parsed.result).map(stringifyJson);
}
