/**
 * Defines the column type of each kind of value. By default the engines compare text differently (MySQL ignores
 * case and accents), so every text column has a binary collation, which is SQLite's behaviour.
 *
 *     t => { idColumn(t, 'id').primary(); nameColumn(t, 'name').notNullable(); timeColumn(t, 'create_time').notNullable(); }
 */
import type { Knex } from 'knex';

type TableBuilder = Knex.CreateTableBuilder;
type ColumnBuilder = Knex.ColumnBuilder;

const ASCII_COLLATION = 'CHARACTER SET ascii COLLATE ascii_bin';
const UTF8_COLLATION = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/** A uuid as text. */
export function idColumn(table: TableBuilder, name: string): ColumnBuilder {
  return collatedText(table, name, 'CHAR(36)', ASCII_COLLATION);
}

/** A name or reference chosen by a caller; max 191 characters, so that it fits into any key. */
export function nameColumn(table: TableBuilder, name: string): ColumnBuilder {
  return collatedText(table, name, 'VARCHAR(191)', UTF8_COLLATION);
}

/** An internal constant such as a state or type; max 64 ASCII characters. */
export function wordColumn(table: TableBuilder, name: string): ColumnBuilder {
  return collatedText(table, name, 'VARCHAR(64)', ASCII_COLLATION);
}

/** Text of any length; cannot be part of a key. */
export function textColumn(table: TableBuilder, name: string): ColumnBuilder {
  return collatedText(table, name, 'LONGTEXT', UTF8_COLLATION);
}

/** JSON text from lib/json. It is not of the type JSON, because that rewrites numbers and refuses deep documents. */
export function jsonColumn(table: TableBuilder, name: string): ColumnBuilder {
  return collatedText(table, name, 'LONGTEXT', UTF8_COLLATION);
}

/** Bytes of any length; read as a Buffer on both engines. */
export function bytesColumn(table: TableBuilder, name: string): ColumnBuilder {
  return table.specificType(name, isMysql(table) ? 'LONGBLOB' : 'BLOB');
}

/** A time in Unix milliseconds. */
export function timeColumn(table: TableBuilder, name: string): ColumnBuilder {
  return table.bigInteger(name);
}

/** A counter that starts at 0. */
export function countColumn(table: TableBuilder, name: string): ColumnBuilder {
  return table.bigInteger(name).notNullable().defaultTo(0);
}

/** A boolean; read as 1 or 0 on both engines. */
export function flagColumn(table: TableBuilder, name: string): ColumnBuilder {
  return table.boolean(name).notNullable().defaultTo(false);
}

/**
 * Adds the columns of a lease: `fence` (the number that a writer must name) and `lease_until` (Unix ms). See claim.ts.
 */
export function leaseColumns(table: TableBuilder): void {
  countColumn(table, 'fence');
  timeColumn(table, 'lease_until');
}

function collatedText(table: TableBuilder, name: string, type: string, collation: string): ColumnBuilder {
  return table.specificType(name, isMysql(table) ? `${type} ${collation}` : type);
}

function isMysql(table: TableBuilder): boolean {
  return (table as unknown as { client: { dialect: string } }).client.dialect === 'mysql';
}
