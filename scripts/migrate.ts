import process from 'node:process';
import { readSettings, type Setting } from '../lib/config/settings.ts';
import { type Migration, migrateUp } from '../lib/db/migrate.ts';
import { openDatabase } from '../lib/db/open.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { settings as identity } from '../services/identity/config.ts';
import { migrations as identityMigrations } from '../services/identity/migrations/migrations.ts';
import { settings as installation } from '../services/installation/config.ts';
import { migrations as installationMigrations } from '../services/installation/migrations/migrations.ts';
import { settings as notifications } from '../services/notifications/config.ts';
import { migrations as notificationsMigrations } from '../services/notifications/migrations/migrations.ts';
import { settings as reads } from '../services/reads/config.ts';
import { migrations as readsMigrations } from '../services/reads/migrations/migrations.ts';
import { settings as writes } from '../services/writes/config.ts';
import { migrations as writesMigrations } from '../services/writes/migrations/migrations.ts';

/**
 * `npm run migrate -- <service>... | --all`: migrates schemas before the new code starts.
 * CAUSEWAY_<SERVICE>_DATABASE_URL sets the address of each; no other setting is needed. Safe to run repeatedly and
 * concurrently.
 */
const schemas: Record<string, { databaseUrl: Setting<string>; migrations: Migration[] }> = {
  identity: { databaseUrl: identity.databaseUrl, migrations: identityMigrations },
  installation: { databaseUrl: installation.databaseUrl, migrations: installationMigrations },
  reads: { databaseUrl: reads.databaseUrl, migrations: readsMigrations },
  writes: { databaseUrl: writes.databaseUrl, migrations: writesMigrations },
  notifications: { databaseUrl: notifications.databaseUrl, migrations: notificationsMigrations },
};

keepFilesPrivate();
const wanted = process.argv.slice(2);
const services = wanted.includes('--all') ? Object.keys(schemas) : wanted;
if (services.length === 0 || services.some((service) => !(service in schemas))) {
  process.stderr.write(`Usage: npm run migrate -- --all, or one or more of ${Object.keys(schemas).join(', ')}\n`);
  process.exit(2);
}
for (const service of services) await migrate(service).catch((err: Error) => fail(service, err));

async function migrate(service: string): Promise<void> {
  const { databaseUrl, migrations } = schemas[service]!;
  const config = readSettings({ databaseUrl });
  const db = openDatabase(config.databaseUrl);
  await migrateUp(db, migrations).finally(() => db.destroy());
  process.stdout.write(`${service}: up to date, ${migrations.length} steps\n`);
}

function fail(service: string, { message }: Error): never {
  process.stderr.write(`${service}: ${message}\n`);
  process.exit(1);
}
