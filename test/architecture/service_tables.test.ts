import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase } from '../../lib/db/open.ts';
import { SERVICES } from '../../scripts/services/members.ts';
import { migrations as identity } from '../../services/identity/migrations/migrations.ts';
import { migrations as installation } from '../../services/installation/migrations/migrations.ts';
import { migrations as notifications } from '../../services/notifications/migrations/migrations.ts';
import { migrations as reads } from '../../services/reads/migrations/migrations.ts';

const migrations = { identity, installation, notifications, reads };

describe.each(SERVICES)('services/%s/README.md', (service) => {
  it('lists exactly the tables of the schema', async () => {
    expect(tablesListed(readFileSync(`services/${service}/README.md`, 'utf8'))).toEqual(await tablesOf(service));
  });
});

/** The names in backticks below the bullet "Tables". Paths and RPCs contain other characters, so they don't match. */
function tablesListed(page: string): string[] {
  const [, bullet = ''] = /\n- \*\*Tables:?\*\*([\s\S]*?)\n- \*\*/.exec(page) ?? [];
  return [...bullet.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!).sort();
}

async function tablesOf(service: keyof typeof migrations): Promise<string[]> {
  const db = openDatabase('sqlite::memory:');
  await migrateUp(db, migrations[service]);
  const tables: { name: string }[] = await db('sqlite_master').where({ type: 'table' }).select('name');
  await db.destroy();
  return tables
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_steps' && !name.startsWith('sqlite_'))
    .sort();
}
