import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { isId } from '../../../../lib/ids/ids.ts';
import { parseJson, stringifyJson, type JsonObject } from '../../../../lib/json/json.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type {
  Destination,
  DestinationChange,
  DestinationStatus,
  DestinationStore,
  OldKey,
} from '../domain/destination.ts';
import { byKeyset } from '../../store/by_keyset.ts';

export type DestinationRow = {
  id: string;
  project_id: string;
  name: string;
  type: string;
  metadata: string;
  sealed_headers: string | null;
  sealed_key: string;
  old_keys: string;
  status: string;
  failures: number;
  failing_since: number | null;
  open_until: number | null;
  create_time: number;
  update_time: number | null;
};
export const DESTINATION_COLUMNS = [
  'id',
  'project_id',
  'name',
  'type',
  'metadata',
  'sealed_headers',
  'sealed_key',
  'old_keys',
  'status',
  'failures',
  'failing_since',
  'open_until',
  'create_time',
  'update_time',
] as const;

export function sqlDestinationStore(db: Knex): DestinationStore {
  const destinations = () => db<DestinationRow>('destinations');
  const one = (projectId: string, id: string) => destinations().where({ project_id: projectId, id });
  /** Names never look like ids, so the text is unambiguous. */
  const named = (projectId: string, idOrName: string) =>
    destinations().where({ project_id: projectId, ...(isId(idOrName) ? { id: idOrName } : { name: idOrName }) });

  return {
    async insert(destination) {
      await db('destinations')
        .insert({ ...toRow(destination), is_announced: true })
        .catch(nameTaken(destination.name));
    },
    async list(projectId, keyset) {
      return (
        await byKeyset(destinations().where({ project_id: projectId }), keyset).select(...DESTINATION_COLUMNS)
      ).map(toDestination);
    },
    async find(projectId, idOrName) {
      const row = await named(projectId, idOrName).first(...DESTINATION_COLUMNS);
      return row && toDestination(row);
    },
    async lock(projectId, idOrName) {
      const row = await named(projectId, idOrName)
        .forUpdate()
        .first(...DESTINATION_COLUMNS);
      return row && toDestination(row);
    },
    async update(projectId, id, change) {
      await one(projectId, id)
        .update(toChange(change))
        .catch(nameTaken(change.name ?? ''));
    },
    async delete(projectId, id) {
      return (await one(projectId, id).del()) > 0;
    },
    async heal(projectId, id) {
      await one(projectId, id)
        .whereNotNull('failing_since')
        .update({ failures: 0, failing_since: null, open_until: null });
    },
    async saveHealth(projectId, id, { failures, failingSince, openUntil }) {
      await one(projectId, id).update({ failures, failing_since: failingSince, open_until: openUntil });
    },
    async lockUnannounced(limit) {
      const rows = await db<DestinationRow & { is_announced: boolean }>('destinations')
        .where({ is_announced: false })
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select(...DESTINATION_COLUMNS);
      return rows.map(toDestination);
    },
    async lockWithClearSecrets({ type, key }, { after, limit }) {
      const rows = await destinations()
        .where({ type })
        .where('metadata', 'like', `%"${key}":%`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select(...DESTINATION_COLUMNS);
      return rows.map(toDestination);
    },
    async setAnnounced(ids) {
      if (ids.length > 0) await db('destinations').whereIn('id', ids).update({ is_announced: true });
    },
    async disable(projectId, id, updateTime) {
      return (
        (await one(projectId, id).where({ status: 'active' }).update({ status: 'disabled', update_time: updateTime })) >
        0
      );
    },
  };
}

/** The key (project_id, name) keeps names unique; a check before the insert would race. */
function nameTaken(name: string) {
  return (err: unknown): never => {
    throw isDuplicate(err) ? new Problem('alreadyExists', `The project already has a destination named ${name}.`) : err;
  };
}

export function toDestination(row: DestinationRow): Destination {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    type: row.type,
    metadata: parseJson(row.metadata) as JsonObject,
    sealedSecrets: row.sealed_headers,
    sealedKey: row.sealed_key,
    oldKeys: parseJson(row.old_keys) as OldKey[],
    status: row.status as DestinationStatus,
    failures: row.failures,
    failingSince: row.failing_since,
    openUntil: row.open_until,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}

function toRow(destination: Destination): DestinationRow {
  return {
    id: destination.id,
    project_id: destination.projectId,
    name: destination.name,
    type: destination.type,
    metadata: stringifyJson(destination.metadata),
    sealed_headers: destination.sealedSecrets ?? null,
    sealed_key: destination.sealedKey,
    old_keys: stringifyJson(destination.oldKeys),
    status: destination.status,
    failures: destination.failures,
    failing_since: destination.failingSince,
    open_until: destination.openUntil,
    create_time: destination.createTime,
    update_time: destination.updateTime,
  };
}

function toChange({
  name,
  metadata,
  sealedSecrets,
  sealedKey,
  oldKeys,
  status,
  updateTime,
}: DestinationChange): Partial<DestinationRow> {
  return {
    ...(name !== undefined && { name }),
    ...(metadata && { metadata: stringifyJson(metadata) }),
    ...(sealedSecrets !== undefined && { sealed_headers: sealedSecrets }),
    ...(sealedKey !== undefined && { sealed_key: sealedKey }),
    ...(oldKeys && { old_keys: stringifyJson(oldKeys) }),
    ...(status && { status }),
    update_time: updateTime,
  };
}
