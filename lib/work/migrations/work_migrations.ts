import {
  countColumn,
  flagColumn,
  idColumn,
  jsonColumn,
  leaseColumns,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../db/columns.ts';
import type { Migration } from '../../db/migrate.ts';
import { claimOrderColumns, indexNamesOf, type WorkTables } from '../tables.ts';

type Table = Parameters<typeof leaseColumns>[0];

/**
 * The steps that make the tables of one kind of work, for the list of a service's migrations. `own` adds the columns of
 * the service to the operations. Like any step it may not change after its release.
 *
 * A service whose own steps created the same tables does not need these steps: test/contract/work_tables.test.ts
 * compares the tables.
 */
export function workMigrations(tables: WorkTables, own: (table: Table) => void = () => {}): Migration[] {
  return [operationsStep(tables, own), logsStep(tables), turnsStep(tables)];
}

/** `active_key` is unique and NULL while waiting, deferred or finished. */
function operationsStep(tables: WorkTables, own: (table: Table) => void): Migration {
  const { operations, ownerColumn, priorityColumn } = tables;
  const indexes = indexNamesOf(tables);
  return {
    name: `work_001_${operations}`,
    async up(db) {
      await db.schema.createTable(operations, (t) => {
        idColumn(t, 'id').primary();
        idColumn(t, 'project_id').notNullable();
        idColumn(t, ownerColumn).notNullable();
        wordColumn(t, 'state').notNullable();
        nameColumn(t, 'active_key').unique(indexes.active);
        countColumn(t, 'attempts');
        countColumn(t, 'tries');
        countColumn(t, 'rate_limits');
        flagColumn(t, 'goes_on');
        timeColumn(t, 'last_attempt_time');
        timeColumn(t, 'next_time').notNullable();
        leaseColumns(t);
        textColumn(t, 'result');
        timeColumn(t, 'create_time').notNullable();
        timeColumn(t, 'update_time').notNullable();
        if (priorityColumn) countColumn(t, priorityColumn);
        own(t);
        t.index(['state', 'next_time'], indexes.due);
        t.index(['state', 'lease_until'], indexes.lease);
        t.index([ownerColumn, 'state', ...claimOrderColumns(tables)], indexes.turn);
        t.index([ownerColumn, 'id'], indexes.newest);
        t.index(['project_id', 'state', 'id'], indexes.listed);
      });
    },
    down: (db) => db.schema.dropTable(operations),
  };
}

function logsStep(tables: WorkTables): Migration {
  const { lines, byAge } = indexNamesOf(tables);
  return {
    name: `work_002_${tables.logs}`,
    async up(db) {
      await db.schema.createTable(tables.logs, (t) => {
        idColumn(t, 'id').primary();
        idColumn(t, 'project_id').notNullable();
        idColumn(t, 'operation_id').notNullable();
        timeColumn(t, 'create_time').notNullable();
        wordColumn(t, 'severity').notNullable();
        textColumn(t, 'msg').notNullable();
        textColumn(t, 'error');
        jsonColumn(t, 'details');
        t.index(['operation_id', 'id'], lines);
        t.index(['create_time'], byAge);
      });
    },
    down: (db) => db.schema.dropTable(tables.logs),
  };
}

function turnsStep(tables: WorkTables): Migration {
  const { turns, ownerColumn } = tables;
  return {
    name: `work_003_${turns}`,
    async up(db) {
      await db.schema.createTable(turns, (t) => {
        idColumn(t, ownerColumn).primary();
        idColumn(t, 'project_id').notNullable();
        wordColumn(t, 'state').notNullable();
        countColumn(t, 'turn');
        t.index(['state', 'turn'], indexNamesOf(tables).next);
      });
    },
    down: (db) => db.schema.dropTable(turns),
  };
}
