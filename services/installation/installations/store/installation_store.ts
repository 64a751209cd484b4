import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type {
  FullInstallation,
  Installation,
  InstallationConfig,
  InstallationStore,
  OperationStatus,
} from '../domain/installation.ts';
import { FROM_START } from '../../domain/keyset.ts';
import { FULL_COLUMNS, joinPeople, toFull, type FullRow } from '../../connections/store/full_connection.ts';
import { paddedIn } from '../../../../lib/db/padded_in.ts';
import { parsedIds } from '../../integrations/store/parsed_ids.ts';

const COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'group_ref',
  'connection_id',
  'created_by',
  'config_id',
  'revision_id',
  'config_content',
  'config_created_by',
  'config_create_time',
  'config_destination_ids',
  'last_operation_status',
  'failing_since',
  'create_time',
  'update_time',
] as const;
type OwnRow = {
  i_id: string;
  i_project_id: string;
  i_integration_id: string;
  i_group_ref: string;
  i_connection_id: string;
  i_created_by: string;
  i_config_id: string;
  i_revision_id: string;
  i_config_content: string;
  i_config_created_by: string;
  i_config_create_time: number;
  i_config_destination_ids: string | null;
  i_last_operation_status: OperationStatus | '';
  i_failing_since: number | null;
  i_create_time: number;
  i_update_time: number | null;
};
/** The integration's row goes before its installations do. */
type Row = OwnRow & FullRow & { n_revision_id: string | null };
const SELECTED = {
  ...Object.fromEntries(COLUMNS.map((column) => [`i_${column}`, `i.${column}`])),
  ...FULL_COLUMNS,
  n_revision_id: 'n.revision_id',
};

export function sqlInstallationStore(db: Knex): InstallationStore {
  const full = () =>
    joinPeople(db({ i: 'installations' }).join({ c: 'connections' }, 'c.id', 'i.connection_id'))
      .leftJoin({ n: 'integrations' }, 'n.id', 'i.integration_id')
      .select(SELECTED);
  const ofProject = (projectId: string) => full().where('i.project_id', projectId);
  const own = (projectId: string, id: string) => db('installations').where({ project_id: projectId, id });

  return {
    async insert(installation) {
      await db('installations').insert(toRow(installation)).catch(onePerGroup(db, installation));
    },
    async listByKeys(keys) {
      const rows = await paddedIn<Row>(
        db,
        keys.map(({ installationId }) => installationId),
        { name: 'installations', query: (ids) => full().whereIn('i.id', ids) },
      );
      const asked = new Set(
        keys.map(({ projectId, integrationId, installationId }) => `${projectId} ${integrationId} ${installationId}`),
      );
      return rows
        .filter((row) => asked.has(`${row.i_project_id} ${row.i_integration_id} ${row.i_id}`))
        .map(toFullInstallation);
    },
    async find(projectId, id) {
      const row = (await ofProject(projectId).where('i.id', id).first()) as Row | undefined;
      return row && toFullInstallation(row);
    },
    async list(projectId, { integrationId, groupRef }, { after, limit } = FROM_START) {
      const query = ofProject(projectId).orderBy('i.id', 'desc').limit(limit);
      if (after) query.where('i.id', '<', after);
      if (integrationId) query.where('i.integration_id', integrationId);
      if (groupRef) query.where('i.group_ref', groupRef);
      return ((await query) as Row[]).map(toFullInstallation);
    },
    async lock(projectId, id) {
      return Boolean(await own(projectId, id).forUpdate().first('id'));
    },
    async saveConfig({ projectId, id, connectionId, config, updateTime }) {
      await own(projectId, id).update({
        connection_id: connectionId,
        update_time: updateTime,
        ...configColumns(config),
      });
    },
    async findByConnection(projectId, connectionId) {
      const row: { id: string } | undefined = await db('installations')
        .where({ project_id: projectId, connection_id: connectionId })
        .first('id');
      return row?.id;
    },
    async noteOperation(projectId, id, { operationId, status, time }) {
      const changed = await own(projectId, id)
        .where((query) => {
          query
            .whereNull('last_operation_time')
            .orWhere('last_operation_time', '<', time)
            .orWhere((same) => {
              same.where({ last_operation_id: operationId }).where('last_operation_time', '<=', time);
            });
        })
        .update({
          last_operation_status: status,
          last_operation_id: operationId,
          last_operation_time: time,
          ...(status === 'success' && { failing_since: null }),
          ...(status === 'failure' && { failing_since: db.raw('coalesce(failing_since, ?)', [time]) }),
        });
      return changed > 0;
    },
    async remove(projectId, id, connectionId) {
      return (await own(projectId, id).where({ connection_id: connectionId }).del()) > 0;
    },
  };
}

/**
 * The unique key (project, integration, group) enforces one installation per group. A query before the insert would
 * race.
 */
function onePerGroup(db: Knex, { projectId, integrationId, groupRef }: Installation) {
  return async (err: unknown): Promise<never> => {
    if (!isDuplicate(err)) throw err;
    const key = { project_id: projectId, integration_id: integrationId, group_ref: groupRef };
    const other: { id: string } | undefined = await db('installations').where(key).first('id');
    throw new Problem('alreadyExists', `The group ${groupRef} already has an installation of this integration.`, {
      remedy: 'Change that installation, or delete it first.',
      ...(other && { context: { installationId: other.id } }),
    });
  };
}

function toRow({ config, ...installation }: Installation): Record<string, string | number | null> {
  return {
    id: installation.id,
    project_id: installation.projectId,
    integration_id: installation.integrationId,
    group_ref: installation.groupRef,
    connection_id: installation.connectionId,
    created_by: installation.createdBy,
    ...configColumns(config),
    last_operation_status: installation.lastOperationStatus,
    failing_since: installation.failingSince,
    create_time: installation.createTime,
    update_time: installation.updateTime,
  };
}

function configColumns(config: InstallationConfig) {
  return {
    config_id: config.id,
    revision_id: config.revisionId,
    config_content: config.contentJson,
    config_created_by: config.createdBy,
    config_create_time: config.createTime,
    config_destination_ids: config.destinationIds && JSON.stringify(config.destinationIds),
  };
}

function toFullInstallation(row: Row): FullInstallation {
  const connection = toFull(row);
  return {
    connection,
    group: connection.group,
    latestRevisionId: row.n_revision_id ?? '',
    installation: {
      id: row.i_id,
      projectId: row.i_project_id,
      integrationId: row.i_integration_id,
      groupRef: row.i_group_ref,
      connectionId: row.i_connection_id,
      createdBy: row.i_created_by,
      lastOperationStatus: row.i_last_operation_status,
      failingSince: row.i_failing_since,
      createTime: row.i_create_time,
      updateTime: row.i_update_time,
      config: {
        id: row.i_config_id,
        revisionId: row.i_revision_id,
        createTime: row.i_config_create_time,
        createdBy: row.i_config_created_by,
        contentJson: row.i_config_content,
        destinationIds: parsedIds(row.i_config_destination_ids),
      },
    },
  };
}
