import { Buffer } from 'node:buffer';
import type { Knex } from 'knex';
import { textBytes, textOfBytes } from '../../../lib/db/text_bytes.ts';
import { afterCommit } from '../../../lib/db/transaction.ts';
import type { Message, MessageBody, MessageStore } from './message.ts';

/** Max bytes of bodies per statement: well below the smallest default packet limit of the servers. */
const MAX_STATEMENT_BYTES = 1_000_000;

/**
 * States of a message. `held`: waits until it is requested. `pending`: is being delivered. `settled`: every delivery is
 * final. `dropped`: the body was deleted.
 */
type SettledRow = HeldRow & { state: string; is_undelivered: number; is_held: number; oldest_time: number | null };
type HeldRow = { id: string } & Record<'project_id' | 'installation_id' | 'object_name' | 'operation_id', string> & {
    num_records: number;
  };

const OF_OPERATION = ['id', 'project_id', 'installation_id', 'object_name', 'operation_id', 'num_records'] as const;

export function sqlMessageStore(db: Knex, recent: RecentBodies): MessageStore {
  const messages = () => db('messages');
  return {
    async add(given, { createTime, isHeld }) {
      for (const batch of insertBatches(given)) {
        await messages().insert(
          batch.map((message) => toRow(db, message, { state: isHeld ? 'held' : 'pending', createTime })),
        );
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
      // The body is cached after the commit, because no delivery may start before the commit of its page is on disk.
      if (!isHeld) afterCommit(db, () => recent.add(given.map(({ id, body }) => ({ id, body }))));
    },
    async bodies(ids) {
      const found = recent.find(ids);
      const known = new Set(found.map(({ id }) => id));
      const others = ids.filter((id) => !known.has(id));
      if (others.length === 0) return found;
      const rows: MessageBody[] = await messages()
        .whereIn('id', others)
        .whereNotNull('body')
        .select('id', textBytes(db, 'body'));
      return [...found, ...rows];
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
    async findRecord(of, { hash, below, limit }) {
      const query = messages().where({
        project_id: of.projectId,
        installation_id: of.installationId,
        object_name: of.objectName,
      });
      if (below !== null) query.where('sequence', '<', below);
      const rows: { id: string; sequence: number; operation_id: string; place: number | null }[] = await query
        .orderBy('sequence', 'desc')
        .limit(limit)
        .select(
          'id',
          'sequence',
          'operation_id',
          db.raw('instr(??, ?) as ??', ['record_hashes', Buffer.from(hash), 'place']),
        );
      return rows.map((row) => ({
        id: row.id,
        sequence: row.sequence,
        operationId: row.operation_id,
        hasRecord: Number(row.place ?? 0) > 0,
      }));
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
      recent.drop(ids);
      const asked = () =>
        messages()
          .where({ project_id: projectId })
          .whereIn('id', ids as string[]);
      // The rows are locked. When two transactions settle the same messages, the second transaction finds them settled.
      const rows: SettledRow[] = await asked()
        .orderBy('id')
        .forUpdate()
        .select(...OF_OPERATION, 'state', 'is_undelivered', 'is_held', 'oldest_time');
      const isPending = ({ state }: SettledRow) => state === 'pending';
      const isLate = (row: SettledRow) => !isUndelivered && !isPending(row) && Boolean(row.is_undelivered);
      if (rows.some(isPending))
        await asked()
          .where({ state: 'pending' })
          .update({
            state: 'settled',
            // For an undelivered message the retention of the body begins when the message was created.
            settle_time: isUndelivered ? db.ref('create_time') : settleTime,
            is_undelivered: isUndelivered,
            is_held: false,
          });
      if (rows.some(isLate)) await asked().where({ is_undelivered: true }).update({ is_undelivered: false });
      return rows.map((row) => ({
        ...toChange(row),
        id: row.id,
        wasHeld: isPending(row) && Boolean(row.is_held),
        oldestTime: row.oldest_time,
        isNews: isPending(row) || isLate(row),
        wasUndelivered: Boolean(row.is_undelivered),
      }));
    },
    async setHeld(projectId, ids, { isHeld, seq }) {
      const rows: HeldRow[] = await messages()
        .where({ project_id: projectId, state: 'pending' })
        .whereIn('id', ids as string[])
        .where('hold_seq', '<', seq)
        .orderBy('id')
        .forUpdate()
        .select(...OF_OPERATION, 'is_held');
      const changed = rows.filter((row) => Boolean((row as HeldRow & { is_held: number }).is_held) !== isHeld);
      await messages()
        .whereIn(
          'id',
          rows.map(({ id }) => id),
        )
        .update({ is_held: isHeld, hold_seq: seq });
      return changed.map(toChange);
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
      await db('told_deletions').whereIn('message_id', ids).del();
      return messages().whereIn('id', ids).update({ state: 'dropped', body: null });
    },
    async dropRows(settledBefore, limit) {
      const ids: string[] = await messages()
        .where({ state: 'dropped' })
        .where('settle_time', '<', settledBefore)
        .orderBy('settle_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : messages().whereIn('id', ids).del();
    },
  };
}

/**
 * A pending message also has a `settle_time`. So the row keeps its size when the message is settled, and SQLite updates
 * the row in place instead of writing the body again.
 */
function toRow(
  db: Knex,
  {
    id,
    projectId,
    installationId,
    objectName,
    operationId,
    sequence,
    numRecords,
    body,
    oldestTime,
    recordHashes,
  }: Message,
  { state, createTime }: { state: 'held' | 'pending'; createTime: number },
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
    body: textOfBytes(db, body),
    oldest_time: oldestTime ?? null,
    create_time: createTime,
    record_hashes: recordHashes ?? null,
  };
}

function toChange(row: HeldRow) {
  return { ...toObjectKey(row), operationId: row.operation_id, numRecords: row.num_records };
}

function toObjectKey(row: HeldRow) {
  return { projectId: row.project_id, installationId: row.installation_id, objectName: row.object_name };
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

function* insertBatches(messages: readonly Message[]): Generator<Message[]> {
  let batch: Message[] = [];
  let size = 0;
  for (const message of messages) {
    if (batch.length > 0 && size + message.body.length > MAX_STATEMENT_BYTES) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(message);
    size += message.body.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * A cache of bodies that were just committed. Their delivery asks for them within milliseconds, and reading them back
 * costs more than keeping them. A body is dropped when its message is settled on this replica, or when newer bodies
 * need the space. A body that is not in the cache is read from the table, so any replica can answer.
 *
 * Another replica may settle a message, or delete its body. So after a minute, only the table answers.
 */
export type RecentBodies = {
  add(messages: readonly MessageBody[]): void;
  find(ids: readonly string[]): MessageBody[];
  drop(ids: readonly string[]): void;
};

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_AGE_MS = 60_000;

type CachedBody = { body: Uint8Array; since: number };

/** `now`: milliseconds of a monotonic clock. */
export function recentBodies(maxBytes = MAX_BYTES, now: () => number = () => performance.now()): RecentBodies {
  const kept = new Map<string, CachedBody>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= kept.get(id)?.body.length ?? 0;
    kept.delete(id);
  }
  const isOld = ({ since }: CachedBody) => since < now() - MAX_AGE_MS;
  return {
    add(messages) {
      for (const { id, body } of messages) {
        drop(id);
        kept.set(id, { body, since: now() });
        bytes += body.length;
      }
      for (const [oldest, one] of kept) {
        if (bytes <= maxBytes && !isOld(one)) break;
        drop(oldest);
      }
    },
    find: (ids) =>
      ids.flatMap((id) => {
        const one = kept.get(id);
        return one && !isOld(one) ? [{ id, body: one.body }] : [];
      }),
    drop: (ids) => ids.forEach(drop),
  };
}
