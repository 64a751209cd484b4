import type { Knex } from 'knex';
import { lowestIdAt } from '../../../lib/ids/ids.ts';
import type { SkippedCounts } from './ledger.ts';
import { addPages, type PageStore, type PageSum } from './page.ts';

type Row = {
  first_page: number;
  last_page: number;
  line_id: string;
  /** The number of summed pages. All of them have the same `skipped`. */
  alike: number;
  said: number | null;
  fetched: number;
  mapped: number;
  skipped: string | null;
  messages: number;
  bytes: number;
  create_time: number;
};

export function sqlPageStore(db: Knex): PageStore {
  const pages = () => db('operation_pages');
  /**
   * The database sums the numeric columns. `skipped` is JSON text, which it cannot sum: pages with different `skipped`
   * are in different rows.
   */
  const sums = ['fetched', 'mapped', 'messages', 'bytes'].map((name) => db.raw('sum(??) as ??', [name, name]));

  return {
    async add(projectId, operationId, entries) {
      // The fence prevents a second write of a page. `merge` is only a safeguard: a second insert would not fail.
      const rows = entries.map(({ pageSeq, lineId, said, fetched, mapped, skipped, messages, bytes, time }) => ({
        operation_id: operationId,
        page_seq: pageSeq,
        line_id: lineId,
        project_id: projectId,
        said,
        fetched,
        mapped,
        skipped: Object.keys(skipped).length > 0 ? JSON.stringify(skipped) : null,
        messages,
        bytes,
        create_time: time,
      }));
      await pages().insert(rows).onConflict(['operation_id', 'page_seq']).merge();
    },
    async list(projectId, operationId, { single, per }) {
      const start = db.raw('case when ?? <= ? then ?? else ?? - ((?? - ? - 1) % ?) end', [
        'page_seq',
        single,
        ...Array.from({ length: 3 }, () => 'page_seq'),
        single,
        per,
      ]);
      const rows: Row[] = await pages()
        .where({ project_id: projectId, operation_id: operationId })
        .groupBy(start)
        .groupBy('skipped')
        .select(
          'skipped',
          ...sums,
          db.raw('count(*) as ??', ['alike']),
          db.raw('min(??) as first_page, max(??) as last_page', ['page_seq', 'page_seq']),
          db.raw('max(??) as line_id, max(??) as said, max(??) as create_time', ['line_id', 'said', 'create_time']),
        );
      return joinSums(rows.map(toSum), (page) => (page <= single ? page : page - ((page - single - 1) % per)));
    },
    async dropOlder(before, limit) {
      const rows: { operation_id: string; page_seq: number }[] = await pages()
        .where('operation_id', '<', lowestIdAt(before))
        .where('create_time', '<', before)
        .orderBy('operation_id')
        .orderBy('page_seq')
        .limit(limit)
        .select('operation_id', 'page_seq');
      const last = new Map(rows.map((row) => [row.operation_id, row.page_seq]));
      for (const [operationId, pageSeq] of last)
        await pages().where({ operation_id: operationId }).where('page_seq', '<=', pageSeq).del();
      return rows.length;
    },
  };
}

function joinSums(found: readonly PageSum[], startOf: (page: number) => number): PageSum[] {
  const sums = new Map<number, PageSum>();
  for (const sum of found) {
    const start = startOf(sum.firstPage);
    const before = sums.get(start);
    sums.set(start, before ? addPages(before, sum) : sum);
  }
  return [...sums.values()].sort((a, b) => a.firstPage - b.firstPage);
}

function toSum(row: Row): PageSum {
  return {
    firstPage: row.first_page,
    lastPage: row.last_page,
    lineId: row.line_id,
    said: row.said,
    fetched: Number(row.fetched),
    mapped: Number(row.mapped),
    skipped: row.skipped === null ? {} : multiplySkipped(JSON.parse(row.skipped) as SkippedCounts, Number(row.alike)),
    messages: Number(row.messages),
    bytes: Number(row.bytes),
    time: row.create_time,
  };
}

function multiplySkipped(skipped: SkippedCounts, count: number): SkippedCounts {
  return Object.fromEntries(Object.entries(skipped).map(([reason, n]) => [reason, n * count]));
}
