import type { Knex } from 'knex';
import type { Keyset } from './keyset.ts';

/** Limits a query to one keyset page, newest id first. */
export function byKeyset<Row extends object, Rows>(
  query: Knex.QueryBuilder<Row, Rows>,
  { after, limit }: Keyset,
): Knex.QueryBuilder<Row, Rows> {
  if (after) query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit) as Knex.QueryBuilder<Row, Rows>;
}
