import process from 'node:process';
import { readSettings, type Setting } from '../lib/config/settings.ts';
import { type Migration, migrateUp } from '../lib/db/migrate.ts';
import { openDatabase } from '../lib/db/open.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { serviceModules } from './services/service_modules.ts';

/**
 * `npm run migrate -- <service>... | --all`: migrates schemas before the new code starts.
 * CAUSEWAY_<SERVICE>_DATABASE_URL is the address of a service's database; no other setting is needed. Safe to run
 * repeatedly and concurrently.
 */
const schemas: Record<string, { settings: { databaseUrl: Setting<string> }; migrations: Migration[] }> = serviceModules;

keepFilesPrivate();
const wanted = process.argv.slice(2);
const services = wanted.includes('--all') ? Object.keys(schemas) : wanted;
if (services.length === 0 || services.some((service) => !(service in schemas))) {
  process.stderr.write(`Usage: npm run migrate -- --all, or one or more of ${Object.keys(schemas).join(', ')}\n`);
  process.exit(2);
}
for (const service of services) await migrate(service).catch((err: Error) => fail(service, err));

async function migrate(service: string): Promise<void> {
  const { settings, migrations } = schemas[service]!;
  const config = readSettings({ databaseUrl: settings.databaseUrl });
  const db = openDatabase(config.databaseUrl);
  await migrateUp(db, migrations).finally(() => db.destroy());
  process.stdout.write(`${service}: up to date, ${migrations.length} steps\n`);
}

function fail(service: string, { message }: Error): never {
  process.stderr.write(`${service}: ${message}\n`);
  process.exit(1);
}
