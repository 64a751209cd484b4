import { parseJson, stringifyJson, type Json } from '../../../lib/json/json.ts';
import type { Compared } from '../domain/difference.ts';
import type { KeptPage, StoredPage } from '../domain/kept_page.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';

/**
 * The records of a kept page as they were delivered then: the ids stand in the page, the texts in its messages, in the
 * same order. A message whose body retention has dropped still says how many records it carried.
 */
export async function deliveredRecords(
  stores: Stores,
  { operation }: ReadRun,
  { page, stored }: { page: KeptPage; stored: StoredPage },
): Promise<Compared[]> {
  const left = new Set(stored.leftOut);
  const ids = page.ids.filter((_id, i) => !left.has(i));
  const messages = stored.messages === 0 ? [] : await stores.messages.ofPage(operation, stored);
  const texts = messages.flatMap(({ numRecords, body, resultJson }) =>
    body === null ? new Array<null>(numRecords).fill(null) : textsOf(resultJson ?? body),
  );
  return ids.map((id, i) => ({ id, text: texts[i] ?? null }));
}

/** A body with its records in it, or the records of one that lie apart. */
function textsOf(json: string): string[] {
  const parsed = parseJson(json) as Json[] | { result: Json[] };
  return (Array.isArray(parsed) ? parsed : parsed.result).map(stringifyJson);
}
