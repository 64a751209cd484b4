import { countColumn, idColumn, jsonColumn, timeColumn, wordColumn } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/** The tables of outbox.ts and inbox.ts. Every service lists these migrations first. */
export const eventMigrations: Migration[] = [
  {
    name: 'events_001_outbox',
    async up(db) {
      await db.schema.createTable('outbox', (t) => {
        idColumn(t, 'id').primary();
        idColumn(t, 'project_id').notNullable();
        wordColumn(t, 'type').notNullable();
        timeColumn(t, 'event_time').notNullable();
        jsonColumn(t, 'payload').notNullable();
        wordColumn(t, 'state').notNullable();
        timeColumn(t, 'next_time').notNullable();
        countColumn(t, 'rings');
        t.index(['state', 'next_time'], 'outbox_due');
      });
    },
    down: (db) => db.schema.dropTable('outbox'),
  },
  {
    name: 'events_002_outbox_acks',
    async up(db) {
      await db.schema.createTable('outbox_acks', (t) => {
        idColumn(t, 'event_id').notNullable();
        wordColumn(t, 'consumer').notNullable();
        t.primary(['event_id', 'consumer']);
      });
    },
    down: (db) => db.schema.dropTable('outbox_acks'),
  },
  {
    name: 'events_003_inbox',
    async up(db) {
      await db.schema.createTable('inbox', (t) => {
        idColumn(t, 'event_id').primary();
        timeColumn(t, 'create_time').notNullable();
        t.index(['create_time'], 'inbox_age');
      });
    },
    down: (db) => db.schema.dropTable('inbox'),
  },
  {
    name: 'events_004_inbox_producer',
    async up(db) {
      await db.schema.alterTable('inbox', (t) => {
        wordColumn(t, 'producer').notNullable().defaultTo('');
        t.index(['producer', 'create_time'], 'inbox_arrivals');
      });
      await db.schema.alterTable('inbox', (t) => void t.dropIndex(['create_time'], 'inbox_age'));
    },
    async down(db) {
      await db.schema.alterTable('inbox', (t) => void t.index(['create_time'], 'inbox_age'));
      await db.schema.alterTable('inbox', (t) => {
        t.dropIndex(['producer', 'create_time'], 'inbox_arrivals');
        t.dropColumn('producer');
      });
    },
  },
  {
    name: 'events_005_outbox_traceparent',
    up: (db) => db.schema.alterTable('outbox', (t) => void wordColumn(t, 'traceparent')),
    down: (db) => db.schema.alterTable('outbox', (t) => t.dropColumn('traceparent')),
  },
];
