import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { KEYSET_START } from '../../../lib/db/keyset.ts';
import {
  type CellMappings,
  cellIn,
  jsonCell,
  nullableCell,
  type Row,
  tableRecord,
  textCell,
  timeCell,
} from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Warning } from '../fault.ts';
import type { Integration, IntegrationStore, Revision, StoredRevision } from './integration.ts';

const REVISION: CellMappings<Revision> = {
  id: textCell,
  specVersion: textCell,
  createTime: timeCell,
  contentJson: cellIn('content', textCell),
  destinationIds: nullableCell(jsonCell()),
  warnings: jsonCell(warningsOf),
  createdBy: nullableCell(textCell),
};
const revisions = tableRecord<StoredRevision>({
  ...REVISION,
  projectId: textCell,
  integrationId: textCell,
  contentHash: textCell,
});
const integrations = tableRecord<Omit<Integration, 'latestRevision'>>({
  id: textCell,
  projectId: textCell,
  name: textCell,
  provider: textCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});
const joined = { integration: integrations.in('i'), latestRevision: tableRecord<Revision>(REVISION).in('r') };
const COLUMNS = { ...joined.integration.columns, ...joined.latestRevision.columns };

export function sqlIntegrationStore(db: Knex): IntegrationStore {
  const full = (projectId: string) =>
    db({ i: 'integrations' }).join({ r: 'revisions' }, 'r.id', 'i.revision_id').where('i.project_id', projectId);

  const ofProject = (projectId: string) => db('revisions').where({ project_id: projectId });

  return {
    async list(projectId, { after, limit } = KEYSET_START) {
      const query = full(projectId).orderBy('i.id', 'desc').limit(limit);
      if (after) query.where('i.id', '<', after);
      return (await query.select(COLUMNS)).map(toIntegration);
    },
    async listByNames(projectId, names) {
      return (await full(projectId).whereIn('i.name', names).select(COLUMNS)).map(toIntegration);
    },
    async find(projectId, id) {
      const row = await full(projectId).where('i.id', id).first(COLUMNS);
      return row && toIntegration(row);
    },
    async findByName(projectId, name) {
      const row = await full(projectId).where('i.name', name).first(COLUMNS);
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
    async lockShared(projectId, id) {
      return Boolean(await db('integrations').where({ project_id: projectId, id }).forShare().first('id'));
    },
    async insert({ latestRevision, ...integration }) {
      await db('integrations')
        .insert({ ...integrations.toRow(integration), revision_id: latestRevision.id })
        .catch((err: unknown) => {
          throw isDuplicate(err)
            ? new Problem('conflict', `An integration named ${integration.name} was created at the same time.`, {
                retryable: true,
              })
            : err;
        });
    },
    async insertRevision(revision) {
      await db('revisions').insert(revisions.toRow(revision));
    },
    async setDestinationIds(projectId, revisionId, ids) {
      await ofProject(projectId)
        .where({ id: revisionId })
        .update(revisions.toRow({ destinationIds: ids }));
    },
    async saveWarnings(projectId, revisionId, warnings) {
      await ofProject(projectId).where({ id: revisionId }).update(revisions.toRow({ warnings }));
    },
    async setRevision(projectId, id, { revisionId, provider, updateTime }) {
      await db('integrations')
        .where({ project_id: projectId, id })
        .update({ revision_id: revisionId, ...integrations.toRow({ provider, updateTime }) });
    },
    async remove(projectId, id) {
      return (await db('integrations').where({ project_id: projectId, id }).del()) > 0;
    },
    async removeRevisions(projectId, id) {
      await db('revisions').where({ project_id: projectId, integration_id: id }).del();
    },
    async findRevision(projectId, revisionId) {
      const row = await ofProject(projectId).where({ id: revisionId }).first(revisions.columns);
      return row && revisions.fromRow(row);
    },
    async listOfIntegration(projectId, integrationId, { after, limit }) {
      const query = ofProject(projectId).where({ integration_id: integrationId }).orderBy('id', 'desc').limit(limit);
      if (after) query.where('id', '<', after);
      return (await query.select(revisions.columns)).map(revisions.fromRow);
    },
    async listRevisions(projectId, revisionIds) {
      return (await ofProject(projectId).whereIn('id', revisionIds).select(revisions.columns)).map(revisions.fromRow);
    },
  };
}

function toIntegration(row: Row): Integration {
  return { ...joined.integration.fromRow(row), latestRevision: joined.latestRevision.fromRow(row) };
}

/** Version 0.1.0 stored warnings as texts, such as `$.integrations[0].colour: line 9, column 5: …`. */
function warningsOf(stored: unknown): Warning[] {
  return (stored as (Warning | string)[]).map((one) =>
    typeof one === 'string' ? { message: one, line: 0, column: 0, path: '', rule: '', suggestion: '' } : one,
  );
}
