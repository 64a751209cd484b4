import { describe, expect, it } from '@jest/globals';
import { migrateDown } from '../../lib/db/migrate.ts';
import type { Db } from '../../lib/db/open.ts';
import { workMigrations } from '../../lib/work/migrations/work_migrations.ts';
import type { WorkTables } from '../../lib/work/tables.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { READ_TABLES } from '../../services/reads/operations/operation_row_store.ts';
import { forEachEngine, type TestEngine } from '../support/engines.ts';
import { EXPORTS } from '../support/work_mounts.ts';

type Shape = { columns: string[]; indexes: string[] };

/** The columns with type, nullability and default, and the indexes with their columns. */
async function shapeOf(db: Db, engine: TestEngine, table: string): Promise<Shape> {
  return engine.name === 'sqlite' ? sqliteShape(db, table) : mariadbShape(db, table);
}

async function sqliteShape(db: Db, table: string): Promise<Shape> {
  const columns: Record<string, unknown>[] = await db.raw(`pragma table_info(${table})`);
  const lists: { name: string; unique: number }[] = await db.raw(`pragma index_list(${table})`);
  const indexes: string[] = [];
  for (const { name, unique } of lists) {
    const parts: { name: string }[] = await db.raw(`pragma index_info(${name})`);
    indexes.push(`${name.startsWith('sqlite_') ? 'primary' : name} ${unique} ${parts.map((part) => part.name)}`);
  }
  return {
    columns: columns.map(({ name, type, notnull, dflt_value, pk }) => [name, type, notnull, dflt_value, pk].join(' ')),
    indexes,
  };
}

async function mariadbShape(db: Db, table: string): Promise<Shape> {
  const [columns] = await db.raw(`show full columns from ${table}`);
  const [parts] = await db.raw(`show index from ${table}`);
  const indexes = new Map<string, string[]>();
  for (const { Key_name, Non_unique, Column_name } of parts) {
    const name = `${Key_name} ${Non_unique}`;
    indexes.set(name, [...(indexes.get(name) ?? []), Column_name]);
  }
  return {
    columns: columns.map((one: Record<string, unknown>) =>
      ['Field', 'Type', 'Collation', 'Null', 'Default'].map((key) => one[key]).join(' '),
    ),
    indexes: [...indexes].map(([name, names]) => `${name} ${names}`),
  };
}

forEachEngine((engine) => {
  describe('the migrations of lib/work', () => {
    it('make what the older steps of reads made', async () => {
      const ours = await engine.open(workMigrations(READ_TABLES));
      const theirs = await engine.open(migrations);
      for (const table of tablesOf(READ_TABLES)) {
        const made = await shapeOf(ours.db, engine, table);
        const known = await shapeOf(theirs.db, engine, table);
        expect(made.columns.length).toBeGreaterThan(3);
        expect(known.columns).toEqual(expect.arrayContaining(made.columns));
        expect(known.indexes).toEqual(expect.arrayContaining(made.indexes));
      }
      await ours.close();
      await theirs.close();
    });

    it('mount twice in one schema, and can be taken down', async () => {
      const steps = [...workMigrations(READ_TABLES), ...EXPORTS.migrations];
      const { db, close } = await engine.open(steps);
      const all = [...tablesOf(READ_TABLES), ...tablesOf(EXPORTS.tables)];
      const existing = () => Promise.all(all.map((table) => db.schema.hasTable(table)));
      expect(await existing()).toEqual(all.map(() => true));
      await migrateDown(db, steps);
      expect(await existing()).toEqual(all.map(() => false));
      await close();
    });
  });
});

function tablesOf({ operations, turns, logs }: WorkTables): string[] {
  return [operations, turns, logs];
}
