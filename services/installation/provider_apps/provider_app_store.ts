import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import {
  type CellMappings,
  cellIn,
  jsonCell,
  nullableCell,
  tableRecord,
  textCell,
  timeCell,
} from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ProviderApp, ProviderAppStore, ProviderAppWithoutSecret } from './provider_app.ts';

const COLUMNS_WITHOUT_SECRET: CellMappings<ProviderAppWithoutSecret> = {
  id: textCell,
  projectId: textCell,
  provider: textCell,
  clientId: textCell,
  externalRef: textCell,
  scopes: jsonCell(),
  metadataJson: cellIn('metadata', textCell),
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
};
export const appsWithoutSecret = tableRecord<ProviderAppWithoutSecret>(COLUMNS_WITHOUT_SECRET);
const apps = tableRecord<ProviderApp>({ ...COLUMNS_WITHOUT_SECRET, sealedSecret: textCell });

export function sqlProviderAppStore(db: Knex): ProviderAppStore {
  const ofProject = (projectId: string) => db('provider_apps').where({ project_id: projectId });
  const first = async (query: Knex.QueryBuilder): Promise<ProviderApp | undefined> => {
    const row = await query.first(apps.columns);
    return row && apps.fromRow(row);
  };
  return {
    async insert(app) {
      await db('provider_apps').insert(apps.toRow(app)).catch(duplicateHandler(app.provider));
    },
    async update({ id, projectId, createTime: _unchanged, ...change }) {
      await ofProject(projectId).where({ id }).update(apps.toRow(change)).catch(duplicateHandler(change.provider));
    },
    async list(projectId) {
      return (await ofProject(projectId).orderBy('id', 'desc').select(appsWithoutSecret.columns)).map(
        appsWithoutSecret.fromRow,
      );
    },
    find: (projectId, id) => first(ofProject(projectId).where({ id })),
    lock: (projectId, id) => first(ofProject(projectId).where({ id }).forUpdate()),
    findDefault: (projectId, provider) => first(ofProject(projectId).where({ provider }).orderBy('id')),
    async remove(projectId, id) {
      return (await ofProject(projectId).where({ id }).del()) > 0;
    },
  };
}

/** The unique key (project_id, provider, client_id) also detects concurrent duplicates. */
function duplicateHandler(provider: string) {
  return (err: unknown): never => {
    throw isDuplicate(err)
      ? new Problem('alreadyExists', `The project already has an app of ${provider} with this client id.`)
      : err;
  };
}
