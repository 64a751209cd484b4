import type { Knex } from 'knex';
import { type Columns, integer, named, optional, type Row, record, text, time, word } from '../../../lib/db/record.ts';
import { shownApps } from '../provider_apps/provider_app_store.ts';
import type { Connection, FullConnection, Party, PartyStore, SecretConnection } from './connection.ts';

const CONNECTION: Columns<Connection> = {
  id: text,
  projectId: text,
  provider: text,
  groupRef: text,
  consumerRef: text,
  workspaceRef: text,
  providerConsumerRef: text,
  providerAppId: optional(text),
  authScheme: word(),
  status: word(),
  statusTime: time,
  metadataJson: named('metadata', text),
  generation: integer,
  expireTime: optional(time),
  refreshTime: optional(time),
  refreshFailures: integer,
  rejections: integer,
  rejectionTime: optional(time),
  createTime: time,
  updateTime: optional(time),
};
const connections = record<Connection>(CONNECTION);
export const secretConnections = record<SecretConnection>({ ...CONNECTION, credentials: text, fence: integer });

/** The columns of a change. Id, project, credentials and lease are never changed this way. */
export function changedColumns({ id: _id, projectId: _projectId, ...change }: Partial<Connection>) {
  return connections.toRow(change);
}

/** Groups and consumers have the same columns: a ref that is unique in the project, and a name. */
const parties = record<Party>({
  projectId: text,
  ref: text,
  name: text,
  createTime: time,
  updateTime: optional(time),
});

export function sqlPartyStore(db: Knex, table: 'groups' | 'consumers'): PartyStore {
  return {
    async upsert(projectId, { ref, name, time: now }) {
      const row = parties.toRow({ projectId, ref, name: name || ref, createTime: now, updateTime: null });
      await db(table).insert(row).onConflict(['project_id', 'ref']).ignore();
      if (name)
        await db(table)
          .where({ project_id: projectId, ref })
          .whereNot({ name })
          .update(parties.toRow({ name, updateTime: now }));
    },
  };
}

/**
 * A connection joined with its group, consumer and provider app, so that a listing is one query. Every column has a
 * prefix, because the hot read also joins the columns of the installation.
 */
const joined = { c: connections.in('c'), g: parties.in('g'), k: parties.in('k'), a: shownApps.in('a') };

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
