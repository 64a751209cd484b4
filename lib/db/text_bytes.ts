import type { Knex } from 'knex';
import { traitsOf } from './traits.ts';

/**
 * A text column as its bytes of UTF-8, under the column's own name, for texts that are only passed on: making a string
 * of a body and bytes of the string again costs more than reading it.
 */
export function textBytes(db: Knex, column: string): Knex.Raw<Uint8Array> {
  const type = traitsOf(db).engine === 'sqlite' ? 'blob' : 'binary';
  return db.raw(`cast(?? as ${type}) as ??`, [column, column]);
}
