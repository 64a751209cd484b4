import type { Knex } from 'knex';
import { FROM_START } from '../../../lib/db/keyset.ts';
import type { ConnectionStore, FullConnection, SecretConnection } from './connection.ts';
import { changedColumns, FULL_COLUMNS, joinPeople, secretConnections, toFull } from './full_connection_store.ts';

export function sqlConnectionStore(db: Knex): ConnectionStore {
  const connections = () => db('connections');
  const full = (projectId: string) =>
    joinPeople(db({ c: 'connections' }).where('c.project_id', projectId)).select(FULL_COLUMNS);

  async function findSecret(projectId: string, id: string): Promise<SecretConnection | undefined> {
    const row = await connections().where({ project_id: projectId, id }).first(secretConnections.columns);
    return row && secretConnections.fromRow(row);
  }
  return {
    findSecret,
    async insert(connection) {
      await connections().insert(secretConnections.toRow(connection));
    },
    async find(projectId, id) {
      const row = await full(projectId).where('c.id', id).first();
      return row && toFull(row);
    },
    async list(projectId, { provider, groupRef, consumerRef }, { after, limit } = FROM_START) {
      const query = full(projectId).orderBy('c.id', 'desc').limit(limit);
      if (after) query.where('c.id', '<', after);
      if (provider) query.where('c.provider', provider);
      if (groupRef) query.where('c.group_ref', groupRef);
      if (consumerRef) query.where('c.consumer_ref', consumerRef);
      return (await query).map(toFull);
    },
    async findDefault(projectId, { groupRef, provider, consumerRef }) {
      const query = full(projectId).where({ 'c.group_ref': groupRef, 'c.provider': provider }).orderBy('c.id', 'desc');
      if (consumerRef) query.where('c.consumer_ref', consumerRef);
      const found: FullConnection[] = (await query).map(toFull);
      return found.find(({ connection }) => connection.status !== 'bad_credentials') ?? found[0];
    },
    async findSame(projectId, { provider, groupRef, consumerRef, workspaceRef }) {
      const row = await connections()
        .where(changedColumns({ provider, groupRef, consumerRef, workspaceRef }))
        .where({ project_id: projectId })
        .orderBy('id', 'desc')
        .first(secretConnections.columns);
      return row && secretConnections.fromRow(row);
    },
    async findByProviderApp(projectId, providerAppId) {
      const row = await connections().where({ project_id: projectId, provider_app_id: providerAppId }).first('id');
      return row?.id;
    },
    async replaceCredentials(projectId, id, generation, { credentials, ...change }) {
      const changed = await connections()
        .where({ project_id: projectId, id, generation })
        .update({
          ...changedColumns(change),
          credentials,
          generation: generation + 1,
          lease_until: null,
          fence: db.raw('?? + 1', ['fence']), // a replica that is refreshing the old ones loses its lease
        });
      return changed > 0;
    },
    async updateAccount(projectId, id, change) {
      return (await connections().where({ project_id: projectId, id }).update(changedColumns(change))) > 0;
    },
    async markBad(projectId, id, generation, statusTime) {
      const changed = await connections()
        .where({ project_id: projectId, id, generation })
        .whereNot({ status: 'bad_credentials' })
        .update({ status: 'bad_credentials', status_time: statusTime, refresh_time: null });
      return changed > 0;
    },
    async claimProbe(projectId, id, { before, now }) {
      const changed = await connections()
        .where({ project_id: projectId, id, status: 'bad_credentials' })
        .where('status_time', '<=', before)
        .update({ status_time: now });
      return changed > 0;
    },
    async noteRejections(projectId, id, generation, noted) {
      await connections().where({ project_id: projectId, id, generation }).update(changedColumns(noted));
    },
    async lock(projectId, id) {
      return Boolean(await connections().where({ project_id: projectId, id }).forUpdate().first('id'));
    },
    async markWorking(projectId, id, statusTime) {
      await connections()
        .where({ project_id: projectId, id })
        .where('status_time', '<=', statusTime)
        .where((query) => {
          query.whereNot({ status: 'working' }).orWhere('rejections', '>', 0);
        })
        .update({ status: 'working', status_time: statusTime, rejections: 0 });
    },
    async remove(projectId, id) {
      return (await connections().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}
