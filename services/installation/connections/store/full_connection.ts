import type { Knex } from 'knex';
import type { Row } from '../../../../lib/db/record.ts';
import { shownApps } from '../../provider_apps/store/provider_app_store.ts';
import type { FullConnection } from '../domain/connection.ts';
import { connections } from './connection_record.ts';
import { parties } from './party_store.ts';

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
