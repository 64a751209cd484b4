import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { migrations as identity } from '../../services/identity/migrations/migrations.ts';
import { migrations as installation } from '../../services/installation/migrations/migrations.ts';
import { migrations as notifications } from '../../services/notifications/migrations/migrations.ts';
import { migrations as reads } from '../../services/reads/migrations/migrations.ts';
import { migrations as writes } from '../../services/writes/migrations/migrations.ts';

const migrations = { identity, installation, notifications, reads, writes };

/** The tables of a service's schema, sorted. */
export async function tablesOf(service: keyof typeof migrations): Promise<string[]> {
  const db = openDatabase('sqlite::memory:');
  await migrateUp(db, migrations[service]);
  const tables: { name: string }[] = await db('sqlite_master').where({ type: 'table' }).select('name');
  await db.destroy();
  return tables
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_steps' && !name.startsWith('sqlite_'))
    .sort();
}
