import type { Knex } from 'knex';

/**
 * The only place that says how a kind of value is stored. The engines compare text differently by default (MySQL
 * without case and accents), so every text column names its collation: bytes, as SQLite does it.
 *
 *     t => { idColumn(t, 'id').primary(); nameColumn(t, 'name').notNullable(); timeColumn(t, 'create_time').notNullable(); }
 */
type Table = Knex.CreateTableBuilder;
type Column = Knex.ColumnBuilder;

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const UTF8 = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/** A uuid as text. */
export function idColumn(table: Table, name: string): Column {
  return text(table, name, 'CHAR(36)', ASCII);
}

/** A name or a reference somebody else chose; 191 characters is the longest that may be part of any key. */
export function nameColumn(table: Table, name: string): Column {
  return text(table, name, 'VARCHAR(191)', UTF8);
}

/** A word of ours: a state, a type, at most 64 ASCII characters. */
export function wordColumn(table: Table, name: string): Column {
  return text(table, name, 'VARCHAR(64)', ASCII);
}

/** Text of any length; not part of any key. */
export function textColumn(table: Table, name: string): Column {
  return text(table, name, 'LONGTEXT', UTF8);
}

/** JSON as lib/json writes it. Not a JSON column: those rewrite numbers and refuse deep documents. */
export function jsonColumn(table: Table, name: string): Column {
  return text(table, name, 'LONGTEXT', UTF8);
}

/** Bytes of any length; come back as a Buffer on both engines. */
export function bytesColumn(table: Table, name: string): Column {
  return table.specificType(name, isMysql(table) ? 'LONGBLOB' : 'BLOB');
}

/** A moment, in Unix milliseconds. */
export function timeColumn(table: Table, name: string): Column {
  return table.bigInteger(name);
}

/** A whole number that starts at zero. */
export function countColumn(table: Table, name: string): Column {
  return table.bigInteger(name).notNullable().defaultTo(0);
}

/** True or false; comes back as 1 or 0 on both engines. */
export function flagColumn(table: Table, name: string): Column {
  return table.boolean(name).notNullable().defaultTo(false);
}

/** Adds the two columns of a lease: who may write (`fence`) and for how long (`lease_until`). See claim.ts. */
export function leaseColumns(table: Table): void {
  countColumn(table, 'fence');
  timeColumn(table, 'lease_until');
}

function text(table: Table, name: string, type: string, collation: string): Column {
  return table.specificType(name, isMysql(table) ? `${type} ${collation}` : type);
}

function isMysql(table: Table): boolean {
  return (table as unknown as { client: { dialect: string } }).client.dialect === 'mysql';
}
