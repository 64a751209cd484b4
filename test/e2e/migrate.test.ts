import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { sharedMariadb } from '../support/shared_server.ts';

describe('npm run migrate', () => {
  const prefix = `m${randomBytes(4).toString('hex')}`;
  let server: string;
  let root: Db;

  beforeAll(async () => {
    server = await sharedMariadb();
    root = openDatabase(server.replace('SCHEMA', 'mysql'));
    for (const service of SERVICES) await root.raw('create database ??', [`${prefix}_${service}`]);
  });

  afterAll(async () => {
    for (const service of SERVICES) await root.raw('drop database ??', [`${prefix}_${service}`]);
    await root.destroy();
  });

  it('migrates one schema with no setting but its address', async () => {
    const { status, stderr } = migrate(['reads'], { CAUSEWAY_READS_DATABASE_URL: urlOf('reads') });
    expect([status, stderr]).toEqual([0, '']);
    expect(await tablesOf('reads')).toEqual(
      expect.arrayContaining(['inbox', 'messages', 'operations', 'outbox', 'schedules']),
    );
    expect(await tablesOf('identity')).toEqual([]);
  });

  it('migrates all of them, and runs again when there is nothing to do', async () => {
    const urls = Object.fromEntries(
      SERVICES.map((service) => [`CAUSEWAY_${service.toUpperCase()}_DATABASE_URL`, urlOf(service)]),
    );
    const { status, stdout } = migrate(['--all'], urls);
    expect([status, stdout.trim().split('\n').length]).toEqual([0, SERVICES.length]);
    expect(migrate(['--all'], urls).status).toBe(0);
    for (const service of SERVICES) expect(await tablesOf(service)).toContain('outbox');
  });

  it('reports which service failed and why, never the password, and fails', () => {
    const { status, stderr } = migrate(['identity'], {
      CAUSEWAY_IDENTITY_DATABASE_URL: 'mysql://causeway:hunter2@127.0.0.1:1/none',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^identity: .*ECONNREFUSED/);
    expect(stderr).not.toContain('hunter2');
  });

  it('prints its usage for an unknown service', () => {
    expect(migrate([], {}).status).toBe(2);
    expect(migrate(['gateway'], {}).stderr).toContain('identity, installation, reads, writes, notifications');
    expect(migrate(['reads'], {})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('CAUSEWAY_READS_DATABASE_URL is not set'),
    });
  });

  function urlOf(service: string): string {
    return server.replace('SCHEMA', `${prefix}_${service}`);
  }

  async function tablesOf(service: string): Promise<string[]> {
    const [rows] = await root.raw('select table_name as name from information_schema.tables where table_schema = ?', [
      `${prefix}_${service}`,
    ]);
    return (rows as { name: string }[]).map(({ name }) => name).sort();
  }
});

function migrate(services: string[], environment: Record<string, string>) {
  const { PATH } = process.env;
  return spawnSync(process.execPath, [assetPath('dist/scripts/migrate.js'), ...services], {
    env: { PATH, ...environment },
    encoding: 'utf8',
  });
}
