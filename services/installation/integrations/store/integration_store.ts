import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Integration, IntegrationStore, StoredRevision } from '../domain/integration.ts';
import type { Warning } from '../../domain/warning.ts';
import { FROM_START } from '../../domain/keyset.ts';
import { parsedIds } from './parsed_ids.ts';

const COLUMNS = {
  id: 'i.id',
  project_id: 'i.project_id',
  name: 'i.name',
  provider: 'i.provider',
  create_time: 'i.create_time',
  update_time: 'i.update_time',
  revision_id: 'r.id',
  spec_version: 'r.spec_version',
  content: 'r.content',
  warnings: 'r.warnings',
  revision_time: 'r.create_time',
  destination_ids: 'r.destination_ids',
};
type Row = {
  id: string;
  project_id: string;
  name: string;
  provider: string;
  create_time: number;
  update_time: number | null;
  revision_id: string;
  spec_version: string;
  content: string;
  warnings: string;
  revision_time: number;
  destination_ids: string | null;
};

export function sqlIntegrationStore(db: Knex): IntegrationStore {
  const integrations = (projectId: string) =>
    db({ i: 'integrations' }).join({ r: 'revisions' }, 'r.id', 'i.revision_id').where('i.project_id', projectId);

  const revisions = (projectId: string) => db<RevisionRow>('revisions').where({ project_id: projectId });

  return {
    async list(projectId, { after, limit } = FROM_START) {
      const query = integrations(projectId).orderBy('i.id', 'desc').limit(limit);
      if (after) query.where('i.id', '<', after);
      return ((await query.select(COLUMNS)) as Row[]).map(toIntegration);
    },
    async listByNames(projectId, names) {
      const rows = (await integrations(projectId).whereIn('i.name', names).select(COLUMNS)) as Row[];
      return rows.map(toIntegration);
    },
    async find(projectId, id) {
      const row = (await integrations(projectId).where('i.id', id).first(COLUMNS)) as Row | undefined;
      return row && toIntegration(row);
    },
    async findByName(projectId, name) {
      const row = (await integrations(projectId).where('i.name', name).first(COLUMNS)) as Row | undefined;
      return row && toIntegration(row);
    },
    async lockByNames(projectId, names) {
      const rows: { id: string; name: string; revision_id: string }[] = await db('integrations')
        .where({ project_id: projectId })
        .whereIn('name', names)
        .orderBy('id')
        .forUpdate()
        .select('id', 'name', 'revision_id');
      const hashes: { id: string; content_hash: string }[] = await db('revisions')
        .where({ project_id: projectId })
        .whereIn(
          'id',
          rows.map((row) => row.revision_id),
        )
        .select('id', 'content_hash');
      return rows.map(({ id, name, revision_id: revisionId }) => ({
        id,
        name,
        revisionId,
        contentHash: hashes.find((row) => row.id === revisionId)?.content_hash ?? '',
      }));
    },
    async hold(projectId, id) {
      return Boolean(await db('integrations').where({ project_id: projectId, id }).forShare().first('id'));
    },
    async insert({ id, projectId, name, provider, createTime, updateTime, latestRevision }) {
      const row = {
        id,
        project_id: projectId,
        name,
        provider,
        revision_id: latestRevision.id,
        create_time: createTime,
        update_time: updateTime,
      };
      await db('integrations')
        .insert(row)
        .catch((err: unknown) => {
          throw isDuplicate(err)
            ? new Problem('conflict', `An integration named ${name} was created at the same time.`, { retryable: true })
            : err;
        });
    },
    async insertRevision({
      id,
      projectId,
      integrationId,
      specVersion,
      contentJson,
      contentHash,
      warnings,
      createTime,
      destinationIds,
    }) {
      await db('revisions').insert({
        id,
        project_id: projectId,
        integration_id: integrationId,
        spec_version: specVersion,
        content: contentJson,
        content_hash: contentHash,
        warnings: JSON.stringify(warnings),
        create_time: createTime,
        destination_ids: destinationIds && JSON.stringify(destinationIds),
      });
    },
    async setDestinationIds(projectId, revisionId, ids) {
      await db('revisions')
        .where({ project_id: projectId, id: revisionId })
        .update({ destination_ids: JSON.stringify(ids) });
    },
    async saveWarnings(projectId, revisionId, warnings) {
      await revisions(projectId)
        .where({ id: revisionId })
        .update({ warnings: JSON.stringify(warnings) });
    },
    async setRevision(projectId, id, { revisionId, provider, updateTime }) {
      await db('integrations')
        .where({ project_id: projectId, id })
        .update({ revision_id: revisionId, provider, update_time: updateTime });
    },
    async remove(projectId, id) {
      return (await db('integrations').where({ project_id: projectId, id }).del()) > 0;
    },
    async removeRevisions(projectId, id) {
      await db('revisions').where({ project_id: projectId, integration_id: id }).del();
    },
    async findRevision(projectId, revisionId) {
      const row = await revisions(projectId)
        .where({ id: revisionId })
        .first(...REVISION_COLUMNS);
      return row && toRevision(row);
    },
    async listRevisions(projectId, revisionIds) {
      const rows = await revisions(projectId)
        .whereIn('id', revisionIds)
        .select(...REVISION_COLUMNS);
      return rows.map(toRevision);
    },
  };
}

type RevisionRow = {
  id: string;
  project_id: string;
  integration_id: string;
  spec_version: string;
  content: string;
  content_hash: string;
  warnings: string;
  create_time: number;
  destination_ids: string | null;
};

const REVISION_COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'spec_version',
  'content',
  'content_hash',
  'warnings',
  'create_time',
  'destination_ids',
] as const;

function toRevision(row: RevisionRow): StoredRevision {
  return {
    id: row.id,
    projectId: row.project_id,
    integrationId: row.integration_id,
    specVersion: row.spec_version,
    contentJson: row.content,
    contentHash: row.content_hash,
    warnings: warningsOf(row.warnings),
    createTime: row.create_time,
    destinationIds: parsedIds(row.destination_ids),
  };
}

function toIntegration(row: Row): Integration {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    provider: row.provider,
    createTime: row.create_time,
    updateTime: row.update_time,
    latestRevision: {
      id: row.revision_id,
      specVersion: row.spec_version,
      createTime: row.revision_time,
      contentJson: row.content,
      destinationIds: parsedIds(row.destination_ids),
      warnings: warningsOf(row.warnings),
    },
  };
}

/** 0.1.0 stored texts such as `$.integrations[0].colour: line 9, column 5: …`. */
function warningsOf(text: string): Warning[] {
  return (JSON.parse(text) as (Warning | string)[]).map((one) =>
    typeof one === 'string' ? { message: one, line: 0, column: 0, path: '', rule: '', suggestion: '' } : one,
  );
}
