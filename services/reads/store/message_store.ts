import type { Knex } from 'knex';
import { textBytes } from '../../../lib/db/text_bytes.ts';
import type { Message } from '../domain/message.ts';
import type { MessageStore } from '../domain/stores.ts';

/** What one statement carries at most, in characters: well below the smallest packet limit a server ships with. */
const MAX_STATEMENT_CHARS = 2_000_000;

/** held: waits to be asked for. pending: still being delivered. settled: every delivery is final. dropped: the body is gone. */
type SettledRow = { id: string; operation_id: string; num_records: number; state: string; is_undelivered: number };

export function sqlMessageStore(db: Knex): MessageStore {
  const messages = () => db('messages');
  return {
    async add(given, { createTime, isHeld }) {
      for (const batch of batches(given)) {
        await messages().insert(batch.map((message) => toRow(message, isHeld ? 'held' : 'pending', createTime)));
        if (isHeld) await db('held_messages').insert(batch.map(toHeldRow));
      }
      const large = given.filter(({ resultJson }) => resultJson !== undefined);
      for (const { id, projectId, resultJson } of large) {
        await db('message_results').insert({
          message_id: id,
          project_id: projectId,
          result: resultJson,
          download_until: 0,
        });
      }
    },
    async bodies(ids) {
      return messages()
        .whereIn('id', ids as string[])
        .whereNotNull('body')
        .select('id', textBytes(db, 'body'));
    },
    async ofPage({ projectId, installationId, objectName }, { firstSequence, messages: count }) {
      const rows: { num_records: number; body: string | null; result: string | null }[] = await messages()
        .leftJoin('message_results', 'message_results.message_id', 'messages.id')
        .where({
          'messages.project_id': projectId,
          'messages.installation_id': installationId,
          'messages.object_name': objectName,
        })
        .whereBetween('messages.sequence', [firstSequence, firstSequence + count - 1])
        .orderBy('messages.sequence')
        .select('messages.num_records', 'messages.body', 'message_results.result');
      return rows.map((row) => ({ numRecords: row.num_records, body: row.body, resultJson: row.result }));
    },
    async extendDownloads(ids, downloadUntil) {
      await db('message_results')
        .whereIn('message_id', ids as string[])
        .update({ download_until: downloadUntil });
    },
    async findResult(messageId, now) {
      const row = await db('message_results')
        .where({ message_id: messageId })
        .where('download_until', '>', now)
        .first('result');
      return row?.result;
    },
    async settle(projectId, ids, { isUndelivered, settleTime }) {
      const asked = () =>
        messages()
          .where({ project_id: projectId })
          .whereIn('id', ids as string[]);
      // Locked, so that of two that settle the same messages at once one finds them settled.
      const rows: SettledRow[] = await asked()
        .orderBy('id')
        .forUpdate()
        .select('id', 'operation_id', 'num_records', 'state', 'is_undelivered');
      const isPending = ({ state }: SettledRow) => state === 'pending';
      const isLate = (row: SettledRow) => !isUndelivered && !isPending(row) && Boolean(row.is_undelivered);
      if (rows.some(isPending))
        await asked()
          .where({ state: 'pending' })
          .update({ state: 'settled', settle_time: settleTime, is_undelivered: isUndelivered });
      if (rows.some(isLate)) await asked().where({ is_undelivered: true }).update({ is_undelivered: false });
      return rows.map((row) => ({
        operationId: row.operation_id,
        numRecords: row.num_records,
        isNews: isPending(row) || isLate(row),
        wasUndelivered: Boolean(row.is_undelivered),
      }));
    },
    async dropBodies(settledBefore, limit) {
      const ids: string[] = await messages()
        .where({ state: 'settled' })
        .where('settle_time', '<', settledBefore)
        .orderBy('settle_time')
        .limit(limit)
        .pluck('id');
      if (ids.length === 0) return 0;
      await db('message_results').whereIn('message_id', ids).del();
      return messages().whereIn('id', ids).update({ state: 'dropped', body: null });
    },
  };
}

/**
 * A message that is not settled yet has a `settle_time` too: the row then stays as long as it is when it is settled, and
 * SQLite changes it where it lies instead of writing the body a second time.
 */
function toRow(
  { id, projectId, installationId, objectName, operationId, sequence, numRecords, body }: Message,
  state: 'held' | 'pending',
  createTime: number,
) {
  return {
    id,
    project_id: projectId,
    installation_id: installationId,
    object_name: objectName,
    operation_id: operationId,
    sequence,
    num_records: numRecords,
    state,
    settle_time: createTime,
    body,
    create_time: createTime,
  };
}

function toHeldRow({ id, projectId, installationId, objectName, operationId, sequence }: Message) {
  return {
    message_id: id,
    project_id: projectId,
    installation_id: installationId,
    object_name: objectName,
    operation_id: operationId,
    sequence,
  };
}

function* batches(messages: readonly Message[]): Generator<Message[]> {
  let batch: Message[] = [];
  let size = 0;
  for (const message of messages) {
    if (batch.length > 0 && size + message.body.length > MAX_STATEMENT_CHARS) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(message);
    size += message.body.length;
  }
  if (batch.length > 0) yield batch;
}
