import { Buffer } from 'node:buffer';
import type { Knex } from 'knex';
import { traitsOf } from './traits.ts';

/**
 * Selects a text column as UTF-8 bytes, under the column's name. Use it for text that is only passed on, because
 * decoding a body to a string and encoding the string again costs more than reading the body.
 */
export function textBytes(db: Knex, column: string): Knex.Raw<Uint8Array> {
  const type = traitsOf(db).engine === 'sqlite' ? 'blob' : 'binary';
  return db.raw(`cast(?? as ${type}) as ??`, [column, column]);
}

/**
 * Converts UTF-8 bytes to a value for a text column. SQLite stores bytes as text without decoding them. For MySQL
 * they are decoded, because mysql2 would write bytes as hexadecimal digits, which are twice as long. The bytes must not
 * contain NUL, because one engine truncates text there.
 */
export function textOfBytes(db: Knex, bytes: Uint8Array): Knex.Raw | string {
  if (traitsOf(db).engine === 'sqlite') return db.raw('cast(? as text)', [bytes as Buffer]);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
