import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { identityTables } from './0001_identity.ts';

export const migrations: Migration[] = [...eventMigrations, identityTables];
