import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { KEYSET_START } from '../../../lib/db/keyset.ts';
import { paddedIn } from '../../../lib/db/padded_in.ts';
import {
  cellIn,
  jsonCell,
  nullableCell,
  type Row,
  tableRecord,
  textCell,
  timeCell,
  wordCell,
} from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { InstallationConfig } from '../configs/config_content.ts';
import { FULL_COLUMNS, groupContains, joinPeople, toFull } from '../connections/connection_store.ts';
import type {
  FullInstallation,
  Installation,
  InstallationStore,
  InstallationSummary,
  Suspects,
} from './installation.ts';

const installations = tableRecord<Omit<Installation, 'config'>>({
  id: textCell,
  projectId: textCell,
  integrationId: textCell,
  groupRef: textCell,
  connectionId: textCell,
  createdBy: textCell,
  lastOperationStatus: wordCell(),
  failingSince: nullableCell(timeCell),
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});
/** The config is stored in the row of its installation. */
const configs = tableRecord<InstallationConfig>({
  id: cellIn('config_id', textCell),
  revisionId: textCell,
  contentJson: cellIn('config_content', textCell),
  createdBy: cellIn('config_created_by', textCell),
  createTime: cellIn('config_create_time', timeCell),
  destinationIds: cellIn('config_destination_ids', nullableCell(jsonCell())),
});
const joined = { installation: installations.in('i'), config: configs.in('i') };
const FULL_INSTALLATION_COLUMNS = {
  ...joined.installation.columns,
  ...joined.config.columns,
  ...FULL_COLUMNS,
  n_revision_id: 'n.revision_id',
};

const SUMMARY_COLUMNS = {
  projectId: 'i.project_id',
  installationId: 'i.id',
  integrationId: 'i.integration_id',
  integrationName: 'n.name',
  configId: 'i.config_id',
  revisionId: 'i.revision_id',
  latestRevisionId: 'n.revision_id',
  connectionId: 'c.id',
  generation: 'c.generation',
  updateTime: 'c.update_time',
  status: 'c.status',
  provider: 'c.provider',
  workspace: 'c.workspace_ref',
  groupRef: 'g.ref',
  groupName: 'g.name',
  consumerRef: 'k.ref',
  consumerName: 'k.name',
} as const;
type SummaryRow = Record<keyof typeof SUMMARY_COLUMNS, string>;

export function sqlInstallationStore(db: Knex): InstallationStore {
  const full = () =>
    joinPeople(db({ i: 'installations' }).join({ c: 'connections' }, 'c.id', 'i.connection_id'))
      .leftJoin({ n: 'integrations' }, 'n.id', 'i.integration_id')
      .select(FULL_INSTALLATION_COLUMNS)
      // This index lookup in `health_reports` saves the second query for an installation without reports.
      .select(db.raw('exists ? as has_reports', [openReports(db)]));
  const ofProject = (projectId: string) => full().where('i.project_id', projectId);
  const own = (projectId: string, id: string) => db('installations').where({ project_id: projectId, id });

  return {
    async insert(installation) {
      await db('installations')
        .insert({ ...installations.toRow(installation), ...configs.toRow(installation.config) })
        .catch(duplicateHandler(db, installation));
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
        .map(toFullInstallation)
        .filter(({ installation: { projectId, integrationId, id } }) =>
          asked.has(`${projectId} ${integrationId} ${id}`),
        );
    },
    async listKeys({ after, limit }) {
      const rows: { id: string; project_id: string; integration_id: string }[] = await db('installations')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select('id', 'project_id', 'integration_id');
      return rows.map((row) => ({
        projectId: row.project_id,
        integrationId: row.integration_id,
        installationId: row.id,
      }));
    },
    async find(projectId, id) {
      const row = await ofProject(projectId).where('i.id', id).first();
      return row && toFullInstallation(row);
    },
    async findSummary(projectId, { installationId, integrationId, groupRef }) {
      const row: SummaryRow | undefined = await db({ i: 'installations' })
        .join({ c: 'connections' }, 'c.id', 'i.connection_id')
        .join({ n: 'integrations' }, 'n.id', 'i.integration_id')
        .join({ g: 'groups' }, (on) => on.on('g.project_id', 'c.project_id').on('g.ref', 'c.group_ref'))
        .join({ k: 'consumers' }, (on) => on.on('k.project_id', 'c.project_id').on('k.ref', 'c.consumer_ref'))
        .where({
          'i.project_id': projectId,
          ...(installationId
            ? { 'i.id': installationId }
            : { 'i.integration_id': integrationId, 'i.group_ref': groupRef }),
        })
        .first(SUMMARY_COLUMNS);
      return row && toSummary(row);
    },
    async list(projectId, { integrationId, groupRef, provider, search, suspects }, { after, limit } = KEYSET_START) {
      const query = ofProject(projectId).orderBy('i.id', 'desc').limit(limit);
      if (after) query.where('i.id', '<', after);
      if (integrationId) query.where('i.integration_id', integrationId);
      if (groupRef) query.where('i.group_ref', groupRef);
      if (provider) query.where('c.provider', provider);
      if (search) query.where(groupContains(search));
      if (suspects) query.where(whereSuspect(db, suspects));
      return (await query).map(toFullInstallation);
    },
    async listRevisionIds(projectId) {
      const pinned: string[] = await db('installations')
        .where({ project_id: projectId })
        .distinct()
        .pluck('revision_id');
      const latest: string[] = await db('integrations').where({ project_id: projectId }).pluck('revision_id');
      return [...new Set([...pinned, ...latest])];
    },
    async lock(projectId, id) {
      return Boolean(await own(projectId, id).forUpdate().first('id'));
    },
    async saveConfig({ projectId, id, connectionId, config, updateTime }) {
      await own(projectId, id).update({
        ...installations.toRow({ connectionId, updateTime }),
        ...configs.toRow(config),
      });
    },
    async findByConnection(projectId, connectionId) {
      const row: { id: string } | undefined = await db('installations')
        .where({ project_id: projectId, connection_id: connectionId })
        .first('id');
      return row?.id;
    },
    async noteOperation(projectId, id, { operationId, status, time }) {
      await own(projectId, id).where(whereOlderOrSame('last_operation', { operationId, time })).update({
        last_operation_status: status,
        last_operation_id: operationId,
        last_operation_time: time,
      });
    },
    async noteRead(projectId, id, { operationId, status, time }) {
      await own(projectId, id)
        .where(whereOlderOrSame('last_read', { operationId, time }))
        .update({
          last_read_id: operationId,
          last_read_time: time,
          ...(status === 'success' && { failing_since: null }),
          ...(status === 'failure' && { failing_since: db.raw('coalesce(failing_since, ?)', [time]) }),
        });
    },
    async remove(projectId, id, connectionId) {
      return (await own(projectId, id).where({ connection_id: connectionId }).del()) > 0;
    },
  };
}

/**
 * Selects rows whose stored operation (`<prefix>_id`, `<prefix>_time`) is older than the change or is the same
 * operation.
 */
function whereOlderOrSame(prefix: string, { operationId, time }: { operationId: string; time: number }) {
  return (query: Knex.QueryBuilder) =>
    void query
      .whereNull(`${prefix}_time`)
      .orWhere(`${prefix}_time`, '<', time)
      .orWhere((same) => void same.where({ [`${prefix}_id`]: operationId }).where(`${prefix}_time`, '<=', time));
}

function openReports(db: Knex): Knex.QueryBuilder {
  return db({ h: 'health_reports' })
    .whereRaw('h.project_id = i.project_id and h.installation_id = i.id')
    .whereNotNull('h.level')
    .select(db.raw('1'));
}

/**
 * Selects installations whose row shows a reason for bad health, or that use one of `revisionIds`. `revisionIds`: the
 * revisions that name a missing destination.
 */
function whereSuspect(db: Knex, { revisionIds }: Suspects) {
  return (query: Knex.QueryBuilder) =>
    query
      .whereNotNull('i.failing_since')
      .orWhere('c.status', 'bad_credentials')
      .orWhere('i.config_content', 'like', '%"destination"%')
      .orWhereIn('i.revision_id', revisionIds)
      .orWhereIn('n.revision_id', revisionIds)
      .orWhereExists(openReports(db));
}

/**
 * Returns a handler for the error of an insert. It throws alreadyExists when the group already has an installation of
 * the integration: the unique key (project, integration, group) allows only one. A query before the insert would miss
 * an installation that is created concurrently.
 */
function duplicateHandler(db: Knex, { projectId, integrationId, groupRef }: Installation) {
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

function toSummary({ generation, updateTime, status, ...row }: SummaryRow): InstallationSummary {
  // A change of the account's variables does not raise the generation, so the version includes the update time.
  return { ...row, credentialsVersion: status === 'bad_credentials' ? '' : `${generation} ${updateTime}` };
}

function toFullInstallation(row: Row): FullInstallation {
  const connection = toFull(row);
  return {
    connection,
    group: connection.group,
    // Empty while an integration is deleted: its row is removed before its installations.
    latestRevisionId: row['n_revision_id'] === null ? '' : String(row['n_revision_id']),
    hasReports: Number(row['has_reports']) === 1,
    installation: { ...joined.installation.fromRow(row), config: joined.config.fromRow(row) },
  };
}
