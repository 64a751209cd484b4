import { useEffect, useState } from 'preact/hooks';
import type { Call } from '../api/call.ts';
import type { AnswerOf, Asked, OperationId } from '../api/contract.ts';
import { type Polled, usePoll } from '../api/use_poll.ts';

const PAGE_SIZE = 50;

/** Some lists are a bare array, others have it in `results`. */
type RowOf<Answer> = Answer extends readonly (infer T)[]
  ? T
  : Answer extends { results: readonly (infer T)[] }
    ? T
    : never;

export type PolledList<T> = Omit<Polled<T[]>, 'data'> & { rows: T[] | undefined; more(): void; hasMore: boolean };

/**
 * A list by pages of the server. Only as many rows as are shown are asked for again. `next` asks for as many more.
 * The server pages up to 1,000; after that only filters help, and the caller says so.
 */
export function usePolledList<Id extends OperationId>(
  call: Call,
  id: Id,
  asked: Asked,
  options: { skip?: boolean } = {},
): PolledList<RowOf<AnswerOf<Id>>> {
  const [size, setSize] = useState(PAGE_SIZE);
  const key = JSON.stringify([id, asked]);
  useEffect(() => setSize(PAGE_SIZE), [key]);
  const polled = usePoll(call, id, { ...asked, query: { ...asked.query, pageSize: size } }, options);
  const found = polled.data as RowOf<AnswerOf<Id>>[] | { results: RowOf<AnswerOf<Id>>[] } | undefined;
  const rows = found && 'results' in found ? found.results : found;
  return {
    ...polled,
    rows,
    hasMore: (rows?.length ?? 0) >= size && size < MAX_ROWS,
    more: () => setSize((shown) => Math.min(shown * 2, MAX_ROWS)),
  };
}

/** Max items of a page of the server. */
const MAX_ROWS = 1_000;

export function More({ list }: { list: Pick<PolledList<unknown>, 'hasMore' | 'more' | 'rows'> }) {
  if (!list.hasMore)
    return (list.rows?.length ?? 0) >= MAX_ROWS ? (
      <p class="soft">Only the first {MAX_ROWS} are shown. Use the filters.</p>
    ) : null;
  return (
    <button type="button" onClick={list.more}>
      Show more
    </button>
  );
}
