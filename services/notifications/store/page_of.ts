import type { Knex } from 'knex';
import type { Page } from '../domain/page.ts';

/** Narrows a list to one page of it, newest id first. */
export function pageOf<Row extends object>(
  query: Knex.QueryBuilder<Row, Row[]>,
  { after, limit }: Page,
): Knex.QueryBuilder<Row, Row[]> {
  if (after) query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit) as Knex.QueryBuilder<Row, Row[]>;
}
