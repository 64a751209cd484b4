import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../api/api_problem.ts';
import type { Call } from '../api/call.ts';
import type { AnswerOf, CallArguments, OperationId } from '../api/contract.ts';
import { type Polled, usePoll } from '../api/use_poll.ts';

const PAGE_SIZE = 50;

/** The type of a row: some answers are an array, others have the array in `results`. */
type RowOf<Answer> = Answer extends readonly (infer T)[]
  ? T
  : Answer extends { results: readonly (infer T)[] }
    ? T
    : never;

export type PolledList<T> = Omit<Polled<T[]>, 'data'> & {
  rows: T[] | undefined;
  /** Requests the next page. */
  more(): void;
  hasMore: boolean;
};

type Page<T> = { rows: T[]; next: string };
/** What was asked for beyond the first page, and the list that it belongs to. */
type Later<T> = { key: string; page: Page<T> | null; failed: ApiProblem | null };
type Answered<T> = T[] | { results: T[]; pagination: { done: boolean; nextPageToken?: string } };

/**
 * A list with pages. The first page is polled. `more` requests a later page, which is not polled. A filtered page may
 * be short or empty although more pages follow.
 */
export function usePolledList<Id extends OperationId>(
  call: Call,
  id: Id,
  asked: CallArguments,
  options: { skip?: boolean } = {},
): PolledList<RowOf<AnswerOf<Id>>> {
  type Row = RowOf<AnswerOf<Id>>;
  const query = { ...asked.query, pageSize: PAGE_SIZE };
  const polled = usePoll(call, id, { ...asked, query }, options);
  const key = JSON.stringify([id, asked]);
  const [held, setHeld] = useState<Later<Row>>({ key, page: null, failed: null });
  useEffect(() => setHeld({ key, page: null, failed: null }), [key]);
  // The later pages of another request do not belong to this list, also not until the effect has run.
  const { page: later, failed } = held.key === key ? held : { page: null, failed: null };

  const first = polled.data === undefined ? null : pageOf<Row>(polled.data as Answered<Row>, polled.next);
  const next = (later ?? first)?.next ?? '';
  const more = async () => {
    const hold = (page: Page<Row> | null, failed: ApiProblem | null) =>
      setHeld((now) => (now.key === key ? { key, page, failed } : now));
    hold(later, null);
    try {
      const { body, next: link } = await call(id, { ...asked, query: { ...query, pageToken: next } });
      const page = pageOf<Row>(body as Answered<Row>, link);
      hold({ rows: [...(later?.rows ?? []), ...page.rows], next: page.next }, null);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      hold(later, error);
    }
  };
  return {
    ...polled,
    problem: polled.problem ?? failed,
    rows: first ? unique([...first.rows, ...(later?.rows ?? [])]) : undefined,
    hasMore: next !== '',
    more,
  };
}

function pageOf<Row>(answer: Answered<Row>, link: string): Page<Row> {
  if (Array.isArray(answer)) return { rows: answer, next: link };
  const { done, nextPageToken = '' } = answer.pagination;
  return { rows: answer.results, next: done ? '' : nextPageToken };
}

/** Removes duplicates: a row moves from the first page to a later one when new rows come before it. */
function unique<Row>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [(row as { id?: string }).id ?? row, row])).values()];
}

export function More({ list }: { list: Pick<PolledList<unknown>, 'hasMore' | 'more' | 'rows'> }) {
  if (!list.hasMore) return null;
  return (
    <p>
      {list.rows?.length === 0 && 'Nothing was found in the newest part of the list. '}
      <button type="button" onClick={list.more}>
        {list.rows?.length === 0 ? 'Look further' : 'Show more'}
      </button>
    </p>
  );
}
