import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { ShownProviderApp } from '../../connections/domain/connection.ts';
import type { ProviderApp, ProviderAppStore } from '../domain/provider_app.ts';

type ShownRow = {
  id: string;
  project_id: string;
  provider: string;
  client_id: string;
  external_ref: string;
  scopes: string;
  metadata: string;
  create_time: number;
  update_time: number | null;
};
type Row = ShownRow & { sealed_secret: string };
const SHOWN = [
  'id',
  'project_id',
  'provider',
  'client_id',
  'external_ref',
  'scopes',
  'metadata',
  'create_time',
  'update_time',
] as const;

export function sqlProviderAppStore(db: Knex): ProviderAppStore {
  const apps = () => db<Row>('provider_apps');
  return {
    async insert(app) {
      const row: Row = {
        id: app.id,
        project_id: app.projectId,
        provider: app.provider,
        client_id: app.clientId,
        sealed_secret: app.sealedSecret,
        external_ref: app.externalRef,
        scopes: JSON.stringify(app.scopes),
        metadata: app.metadataJson,
        create_time: app.createTime,
        update_time: app.updateTime,
      };
      await apps().insert(row).catch(clientIdTaken(app.provider));
    },
    async update(app) {
      const change = {
        provider: app.provider,
        client_id: app.clientId,
        sealed_secret: app.sealedSecret,
        external_ref: app.externalRef,
        scopes: JSON.stringify(app.scopes),
        metadata: app.metadataJson,
        update_time: app.updateTime,
      };
      await apps().where({ project_id: app.projectId, id: app.id }).update(change).catch(clientIdTaken(app.provider));
    },
    async list(projectId) {
      return (
        await apps()
          .where({ project_id: projectId })
          .orderBy('id', 'desc')
          .select(...SHOWN)
      ).map(toShown);
    },
    async find(projectId, id) {
      const row = await apps()
        .where({ project_id: projectId, id })
        .first(...SHOWN, 'sealed_secret');
      return row && toApp(row);
    },
    async lock(projectId, id) {
      const row = await apps()
        .where({ project_id: projectId, id })
        .forUpdate()
        .first(...SHOWN, 'sealed_secret');
      return row && toApp(row);
    },
    async findDefault(projectId, provider) {
      const row = await apps()
        .where({ project_id: projectId, provider })
        .orderBy('id')
        .first(...SHOWN, 'sealed_secret');
      return row && toApp(row);
    },
    async remove(projectId, id) {
      return (await apps().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}

/** The unique key (project_id, provider, client_id) also detects concurrent duplicates. */
function clientIdTaken(provider: string) {
  return (err: unknown): never => {
    throw isDuplicate(err)
      ? new Problem('alreadyExists', `The project already has an app of ${provider} with this client id.`)
      : err;
  };
}

function toApp(row: Row): ProviderApp {
  return { ...toShown(row), sealedSecret: row.sealed_secret };
}

function toShown(row: ShownRow): ShownProviderApp {
  return {
    id: row.id,
    projectId: row.project_id,
    provider: row.provider,
    clientId: row.client_id,
    externalRef: row.external_ref,
    scopes: JSON.parse(row.scopes) as string[],
    metadataJson: row.metadata,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
