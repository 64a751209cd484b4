import type { Knex } from 'knex';
import { KEYSET_START } from '../../../lib/db/keyset.ts';
import {
  type CellMappings,
  cellIn,
  flagCell,
  intCell,
  nullableCell,
  type Row,
  tableRecord,
  textCell,
  timeCell,
  wordCell,
} from '../../../lib/db/record.ts';
import { newId } from '../../../lib/ids/ids.ts';
import { appsWithoutSecret } from '../provider_apps/provider_app_store.ts';
import type {
  Connection,
  ConnectionStore,
  Consumer,
  ConsumerStore,
  FullConnection,
  Party,
  PartyStore,
  SecretConnection,
} from './connection.ts';

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
    async findNewest() {
      const row = await connections().orderBy('id', 'desc').first(secretConnections.columns);
      return row && secretConnections.fromRow(row);
    },
    async insert(connection) {
      await connections().insert(secretConnections.toRow(connection));
    },
    async find(projectId, id) {
      const row = await full(projectId).where('c.id', id).first();
      return row && toFull(row);
    },
    async list(projectId, { provider, groupRef, consumerRef, search }, { after, limit } = KEYSET_START) {
      const query = full(projectId).orderBy('c.id', 'desc').limit(limit);
      if (after) query.where('c.id', '<', after);
      if (provider) query.where('c.provider', provider);
      if (groupRef) query.where('c.group_ref', groupRef);
      if (consumerRef) query.where('c.consumer_ref', consumerRef);
      if (search) query.where(groupContains(search));
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
          fence: db.raw('?? + 1', ['fence']), // a replica that is refreshing the old credentials loses its lease
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
        .update(changedColumns({ status: 'working', statusTime, isVerified: true, rejections: 0 }));
    },
    async remove(projectId, id) {
      return (await connections().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}

const CONNECTION: CellMappings<Connection> = {
  id: textCell,
  projectId: textCell,
  provider: textCell,
  groupRef: textCell,
  consumerRef: textCell,
  workspaceRef: textCell,
  providerConsumerRef: textCell,
  providerAppId: nullableCell(textCell),
  authScheme: wordCell(),
  status: wordCell(),
  statusTime: timeCell,
  isVerified: flagCell,
  metadataJson: cellIn('metadata', textCell),
  generation: intCell,
  expireTime: nullableCell(timeCell),
  refreshTime: nullableCell(timeCell),
  refreshFailures: intCell,
  rejections: intCell,
  rejectionTime: nullableCell(timeCell),
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
};
const connections = tableRecord<Connection>(CONNECTION);
const secretConnections = tableRecord<SecretConnection>({ ...CONNECTION, credentials: textCell, fence: intCell });

/** Maps changed fields to columns. Id, project, credentials and lease are not changed with this function. */
export function changedColumns({ id: _id, projectId: _projectId, ...change }: Partial<Connection>) {
  return connections.toRow(change);
}

/** Groups and consumers have a ref that is unique in the project, and a name; consumers have an id, too. */
const PARTY = {
  projectId: textCell,
  ref: textCell,
  name: textCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
};
const parties = tableRecord<Party>(PARTY);
const consumers = tableRecord<Consumer>({ ...PARTY, id: nullableCell(textCell) });

export function sqlPartyStore(db: Knex, table: 'groups' | 'consumers'): PartyStore {
  return {
    async upsert(projectId, { ref, name, time: now }) {
      const row = parties.toRow({ projectId, ref, name: name || ref, createTime: now, updateTime: null });
      const id = table === 'consumers' && consumers.toRow({ id: newId() });
      await db(table)
        .insert({ ...row, ...id })
        .onConflict(['project_id', 'ref'])
        .ignore();
      if (name)
        await db(table)
          .where({ project_id: projectId, ref })
          .whereNot({ name })
          .update(parties.toRow({ name, updateTime: now }));
    },
  };
}

export function sqlConsumerStore(db: Knex): ConsumerStore {
  return {
    ...sqlPartyStore(db, 'consumers'),
    async ensureId(projectId, ref) {
      const one = () => db('consumers').where({ project_id: projectId, ref });
      await one().whereNull('id').update({ id: newId() });
      return String((await one().first('id')).id);
    },
  };
}

/**
 * A connection joined with its group, consumer and provider app, so that a listing is one query. Every column has a
 * prefix, because BatchGetInstallations also joins the columns of the installation.
 */
const joined = { c: connections.in('c'), g: parties.in('g'), k: consumers.in('k'), a: appsWithoutSecret.in('a') };

export const FULL_COLUMNS = {
  ...joined.c.columns,
  ...joined.g.columns,
  ...joined.k.columns,
  ...joined.a.columns,
};

/** Joins group, consumer and provider app of connection `c`. */
export function joinPeople(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .join({ g: 'groups' }, (on) => {
      on.on('g.project_id', 'c.project_id').andOn('g.ref', 'c.group_ref');
    })
    .join({ k: 'consumers' }, (on) => {
      on.on('k.project_id', 'c.project_id').andOn('k.ref', 'c.consumer_ref');
    })
    .leftJoin({ a: 'provider_apps' }, 'a.id', 'c.provider_app_id');
}

export function toFull(row: Row): FullConnection {
  return {
    connection: joined.c.fromRow(row),
    group: joined.g.fromRow(row),
    consumer: joined.k.fromRow(row),
    providerApp: row['a_id'] === null ? null : joined.a.fromRow(row),
  };
}

/**
 * Selects by a part of the name or ref of group `g`; case is ignored. SQLite knows the case of ASCII letters only, so
 * other letters are searched as typed, in lower case, in upper case and with a capital first letter.
 */
export function groupContains(text: string): (query: Knex.QueryBuilder) => void {
  const lower = text.toLowerCase();
  const forms = [text, lower, text.toUpperCase(), lower.replace(/^./u, (first) => first.toUpperCase())];
  const patterns = [...new Set(forms)].map((form) => `%${form.replace(/[!%_]/g, '!$&')}%`);
  return (query) => {
    for (const column of ['g.name', 'g.ref'])
      for (const pattern of patterns) query.orWhereRaw("lower(??) like lower(?) escape '!'", [column, pattern]);
  };
}
