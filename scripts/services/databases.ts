import { openDatabase } from '../../lib/db/open.ts';
import type { Mariadb } from '../servers/mariadb.ts';
import type { GroupDir } from './group_dir.ts';

/**
 * Creates a schema and a user for each service; the user has access to this schema only. Returns the database address
 * of each service. Existing schemas and users stay.
 */
export async function createDatabases(
  mariadb: Mariadb,
  dir: GroupDir,
  services: readonly string[],
): Promise<Map<string, string>> {
  const root = openDatabase(mariadb.rootUrl);
  const urls = new Map<string, string>();
  try {
    for (const service of services) {
      const schema = `causeway_${service}`;
      const password = dir.databasePassword(service);
      await root.raw(`create database if not exists ${schema} character set utf8mb4 collate utf8mb4_bin`);
      await root.raw(`create user if not exists ${schema}@localhost identified by '${password}'`);
      await root.raw(`grant all on \`${schema.replaceAll('_', '\\_')}\`.* to ${schema}@localhost`);
      urls.set(service, withUser(mariadb.url(schema), schema, password));
    }
  } finally {
    await root.destroy();
  }
  return urls;
}

function withUser(address: string, user: string, password: string): string {
  const url = new URL(address);
  url.username = user;
  url.password = password;
  return url.href;
}
