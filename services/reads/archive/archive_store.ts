import type { Knex } from 'knex';
import type { ArchivedBody, ArchivedRange, ArchiveStore, PageToArchive, StoredPage } from './archived_page.ts';

/** Max body bytes per insert; a larger body is inserted alone. A driver may write each byte as two hex digits. */
const MAX_STATEMENT_BYTES = 1_000_000;

type PageRow = {
  page_seq: number;
  first_sequence: number;
  messages: number;
  left_out: string | null;
  sealed: Uint8Array;
};

export function sqlArchiveStore(db: Knex): ArchiveStore {
  return {
    async findKey({ projectId, installationId }) {
      const row: { sealed: string } | undefined = await db('kept_keys')
        .where({ installation_id: installationId, project_id: projectId })
        .first('sealed');
      return row?.sealed;
    },
    async addKey({ projectId, installationId, sealed, createTime }) {
      const row = { installation_id: installationId, project_id: projectId, sealed, create_time: createTime };
      await db('kept_keys').insert(row).onConflict('installation_id').ignore();
    },
    async dropKey({ projectId, installationId }) {
      await db('kept_keys').where({ installation_id: installationId, project_id: projectId }).del();
    },
    async add({ projectId, installationId, operationId }, pages, expireTime) {
      const rows = pages.map((page) => toRow(page, { projectId, operationId, expireTime }));
      // The fence prevents a second write of a page. `merge` is only a safeguard: a second insert would not fail.
      if (rows.length > 0) await db('kept_pages').insert(rows).onConflict(['operation_id', 'page_seq']).merge();
      const bodies = new Map(pages.flatMap((page) => page.bodies.map((body) => [body.address, body])));
      for (const batch of insertBatches([...bodies.values()])) {
        await db('kept_bodies')
          .insert(
            batch.map(({ address, content }) => ({
              installation_id: installationId,
              address,
              project_id: projectId,
              content,
              expire_time: expireTime,
            })),
          )
          .onConflict(['installation_id', 'address'])
          .merge(['expire_time']); // the body expires with the newest page that uses it
      }
    },
    async range(projectId, operationId) {
      const of = { project_id: projectId, operation_id: operationId };
      const start: { page_seq: number } | undefined = await db('kept_pages')
        .where({ ...of, is_first: true })
        .orderBy('page_seq', 'desc')
        .first('page_seq');
      if (!start) return undefined;
      const [found] = (await db('kept_pages')
        .where(of)
        .where('page_seq', '>=', start.page_seq)
        .max({ last: 'page_seq' })
        .count({ count: '*' })) as { last: number; count: number }[];
      const range: ArchivedRange = { first: start.page_seq, last: Number(found?.last), count: Number(found?.count) };
      return range;
    },
    async findPage(projectId, operationId, pageSeq) {
      const row: PageRow | undefined = await db('kept_pages')
        .where({ project_id: projectId, operation_id: operationId, page_seq: pageSeq })
        .first('page_seq', 'first_sequence', 'messages', 'left_out', 'sealed');
      return row && toPage(row);
    },
    async findBody({ projectId, installationId }, address) {
      const row: { content: Uint8Array } | undefined = await db('kept_bodies')
        .where({ installation_id: installationId, address, project_id: projectId })
        .first('content');
      return row?.content;
    },
    async dropExpired(before, limit) {
      const pages: { operation_id: string; page_seq: number }[] = await db('kept_pages')
        .where('expire_time', '<', before)
        .orderBy('expire_time')
        .limit(limit)
        .select('operation_id', 'page_seq');
      for (const [operationId, pageSeqs] of byOperation(pages))
        await db('kept_pages').where({ operation_id: operationId }).whereIn('page_seq', pageSeqs).del();
      const bodies: { installation_id: string; address: string }[] = await db('kept_bodies')
        .where('expire_time', '<', before)
        .orderBy('expire_time')
        .limit(limit)
        .select('installation_id', 'address');
      // The condition is repeated in the delete: a page committed meanwhile may have extended a body's expiry.
      for (const { installation_id, address } of bodies)
        await db('kept_bodies').where({ installation_id, address }).where('expire_time', '<', before).del();
      return Math.max(pages.length, bodies.length);
    },
  };
}

function toRow(
  { pageSeq, isFirst, firstSequence, messages, leftOut, sealed }: PageToArchive,
  { projectId, operationId, expireTime }: { projectId: string; operationId: string; expireTime: number },
) {
  return {
    operation_id: operationId,
    page_seq: pageSeq,
    project_id: projectId,
    is_first: isFirst,
    first_sequence: firstSequence,
    messages,
    left_out: leftOut.length > 0 ? JSON.stringify(leftOut) : null,
    sealed,
    expire_time: expireTime,
  };
}

function toPage({ page_seq, first_sequence, messages, left_out, sealed }: PageRow): StoredPage {
  return {
    pageSeq: page_seq,
    firstSequence: first_sequence,
    messages,
    leftOut: left_out === null ? [] : (JSON.parse(left_out) as number[]),
    sealed,
  };
}

function byOperation(rows: readonly { operation_id: string; page_seq: number }[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { operation_id, page_seq } of rows)
    groups.set(operation_id, [...(groups.get(operation_id) ?? []), page_seq]);
  return groups;
}

/**
 * Splits bodies into inserts. The bodies are sorted by address, so that two writers of the same bodies lock the rows in
 * the same order.
 */
function* insertBatches(bodies: readonly ArchivedBody[]): Generator<ArchivedBody[]> {
  let batch: ArchivedBody[] = [];
  let size = 0;
  for (const body of bodies.toSorted((a, b) => (a.address < b.address ? -1 : 1))) {
    if (batch.length > 0 && size + body.content.length > MAX_STATEMENT_BYTES) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(body);
    size += body.content.length;
  }
  if (batch.length > 0) yield batch;
}
