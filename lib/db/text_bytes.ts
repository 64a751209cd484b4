import { Buffer } from 'node:buffer';
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

/**
 * The value of a text column that is given as UTF-8 bytes. SQLite stores it as text without decoding it; mysql2 would
 * write bytes as hexadecimal digits, which is twice as long. The bytes must not contain NUL: one engine truncates text
 * there.
 */
export function textOfBytes(db: Knex, bytes: Uint8Array): Knex.Raw | string {
  if (traitsOf(db).engine === 'sqlite') return db.raw('cast(? as text)', [bytes as Buffer]);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
