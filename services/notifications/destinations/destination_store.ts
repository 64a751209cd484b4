import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { dbNow } from '../../../lib/db/now.ts';
import {
  type CellMapping,
  cellIn,
  intCell,
  jsonCell,
  nullableCell,
  tableRecord,
  textCell,
  timeCell,
  wordCell,
} from '../../../lib/db/record.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type {
  Destination,
  DestinationStatus,
  DestinationStore,
  DisabledReason,
  FailingRule,
  RotatedKey,
} from './destination.ts';

const metadataColumn: CellMapping<JsonObject> = {
  read: (cell) => parseJson(String(cell)) as JsonObject,
  write: stringifyJson,
};
export const destinationRecord = tableRecord<Destination>({
  id: textCell,
  projectId: textCell,
  name: textCell,
  type: textCell,
  metadata: metadataColumn,
  sealedSecrets: cellIn('sealed_headers', nullableCell(textCell)),
  sealedKey: textCell,
  oldKeys: jsonCell<RotatedKey[]>(),
  status: wordCell<DestinationStatus>(),
  failures: intCell,
  failingSince: nullableCell(timeCell),
  openUntil: nullableCell(timeCell),
  lastStatus: intCell,
  lastError: nullableCell(textCell),
  disabledReason: nullableCell(wordCell<DisabledReason>()),
  disabledTime: nullableCell(timeCell),
  nextProbeTime: nullableCell(timeCell),
  probeStep: intCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlDestinationStore(db: Knex): DestinationStore {
  const destinations = () => db('destinations');
  const one = (projectId: string, id: string) => destinations().where({ project_id: projectId, id });
  /** A name never has the form of an id, so `idOrName` cannot mean both. */
  const named = (projectId: string, idOrName: string) =>
    destinations().where({ project_id: projectId, ...(isId(idOrName) ? { id: idOrName } : { name: idOrName }) });

  const beganFailing =
    ({ failures, afterMs }: FailingRule) =>
    (row: Knex.QueryBuilder) =>
      void row
        .where({ is_failing_told: false, status: 'active' })
        .whereNotNull('failing_since')
        .where((it) => void it.where('failures', '>=', failures).orWhere('failing_since', '<=', dbNow(db, -afterMs)));
  const endedFailing = (row: Knex.QueryBuilder) =>
    void row
      .where({ is_failing_told: true })
      .where((it) => void it.whereNull('failing_since').orWhereNot({ status: 'active' }));

  return {
    async insert(destination) {
      await db('destinations')
        .insert({ ...destinationRecord.toRow(destination), is_announced: true })
        .catch(duplicateNameHandler(destination.name));
    },
    async list(projectId, keyset) {
      return (
        await byKeyset(destinations().where({ project_id: projectId }), keyset).select(destinationRecord.columns)
      ).map(destinationRecord.fromRow);
    },
    async findNewest() {
      const row = await destinations().orderBy('id', 'desc').first(destinationRecord.columns);
      return row && destinationRecord.fromRow(row);
    },
    async find(projectId, idOrName) {
      const row = await named(projectId, idOrName).first(destinationRecord.columns);
      return row && destinationRecord.fromRow(row);
    },
    async lock(projectId, idOrName) {
      const row = await named(projectId, idOrName).forUpdate().first(destinationRecord.columns);
      return row && destinationRecord.fromRow(row);
    },
    async update(projectId, id, change) {
      await one(projectId, id)
        .update(destinationRecord.toRow(change))
        .catch(duplicateNameHandler(change.name ?? ''));
    },
    async delete(projectId, id) {
      return (await one(projectId, id).del()) > 0;
    },
    async clearFailures(projectId, id) {
      await one(projectId, id)
        .whereNotNull('failing_since')
        .update({ failures: 0, failing_since: null, open_until: null });
    },
    async saveHealth(projectId, id, health) {
      await one(projectId, id).update(destinationRecord.toRow(health));
    },
    async beginTest(projectId, id, everyMs) {
      const isDue = (it: Knex.QueryBuilder) =>
        void it.whereNull('test_time').orWhere('test_time', '<=', dbNow(db, -everyMs));
      return (
        (await one(projectId, id)
          .where(isDue)
          .update({ test_time: dbNow(db) })) > 0
      );
    },
    async hasFailingUnreported(rule) {
      const row = await destinations().where(beganFailing(rule)).orWhere(endedFailing).first('id');
      return row !== undefined;
    },
    async lockFailingUnreported({ limit, ...rule }) {
      const fails = await destinations()
        .where(beganFailing(rule))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select(destinationRecord.columns);
      const works = await destinations()
        .where(endedFailing)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select(destinationRecord.columns);
      return [
        ...fails.map((row) => ({ destination: destinationRecord.fromRow(row), isFailing: true })),
        ...works.map((row) => ({ destination: destinationRecord.fromRow(row), isFailing: false })),
      ];
    },
    async setFailingReported(id, isFailing) {
      await destinations().where({ id }).update({ is_failing_told: isFailing });
    },
    async lockUnannounced(limit) {
      const rows = await destinations()
        .where({ is_announced: false })
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select(destinationRecord.columns);
      return rows.map(destinationRecord.fromRow);
    },
    async lockWithClearSecrets({ type, key, urlKey }, { after, limit }) {
      const rows = await destinations()
        .where({ type })
        .where((it) => {
          it.where('metadata', 'like', `%"${key}":%`);
          if (urlKey !== '') it.orWhere('metadata', 'like', '%?%');
        })
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select(destinationRecord.columns);
      return rows.map(destinationRecord.fromRow);
    },
    async setAnnounced(ids) {
      if (ids.length > 0) await db('destinations').whereIn('id', ids).update({ is_announced: true });
    },
    async disable(projectId, id, { reason, updateTime, probeAfterMs }) {
      return (
        (await one(projectId, id)
          .where({ status: 'active' })
          .update({
            status: 'disabled',
            update_time: updateTime,
            disabled_time: updateTime,
            disabled_reason: reason,
            next_probe_time: probeAfterMs === null ? null : dbNow(db, probeAfterMs),
            probe_step: 0,
          })) > 0
      );
    },
    async noteGone(projectId, id) {
      await one(projectId, id)
        .where({ status: 'disabled', disabled_reason: 'failures' })
        .update({ disabled_reason: 'gone', next_probe_time: null });
    },
  };
}

/**
 * Returns a handler for the error of an insert or update. It throws alreadyExists when the unique key (project_id,
 * name) refuses the name. A check before the insert would miss a concurrent insert.
 */
function duplicateNameHandler(name: string) {
  return (err: unknown): never => {
    throw isDuplicate(err) ? new Problem('alreadyExists', `The project already has a destination named ${name}.`) : err;
  };
}
