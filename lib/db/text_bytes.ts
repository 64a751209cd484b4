import type { Knex } from 'knex';
import { traitsOf } from './traits.ts';

/**
 * Selects a text column as UTF-8 bytes under its own name, for text that is only passed on: decoding a body to a string
 * and encoding it again costs more than reading it.
 */
export function textBytes(db: Knex, column: string): Knex.Raw<Uint8Array> {
  const type = traitsOf(db).engine === 'sqlite' ? 'blob' : 'binary';
  return db.raw(`cast(?? as ${type}) as ??`, [column, column]);
}
