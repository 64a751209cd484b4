import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Ready } from '../../embedded/ready.ts';
import { SERVICES } from '../../lib/trust/arrows.ts';
import type { FixtureEngine } from '../../scripts/release/fixture_world.ts';
import { loadSchema } from '../../scripts/release/sql_load.ts';
import { startMariadb } from '../../scripts/servers/mariadb.ts';
import { startServiceGroup } from '../../scripts/services/service_group.ts';
import { startEmbedded } from '../support/embedded_process.ts';
import { copyFreshMariadb } from '../support/shared_server.ts';
import { type FixtureFiles, fixtureFiles } from './release_fixture_files.ts';

/** The current platform on the data of a release. */
export type UpgradedPlatform = {
  ready: Ready;
  origin: string;
  databaseUrl(service: string): string;
  stop(): Promise<void>;
};

/**
 * As if the platform was killed an hour ago: leases have expired, attempts and schedules are due, access tokens have
 * expired. Ms.
 */
const DOWN_FOR = 3_600_000;

/**
 * Ids contain their creation time and can't be shifted, and the retention of logs uses it, so the retention is set to
 * its max.
 */
const SETTINGS = { CAUSEWAY_GATEWAY_RATE_LIMITS: '0', CAUSEWAY_LOG_RETENTION_DAYS: '3650' };

/** Loads a fixture into the engine and starts the form that belongs to it, which migrates by itself. */
export async function startUpgraded(release: string, engine: FixtureEngine): Promise<UpgradedPlatform> {
  const files = fixtureFiles(release, engine);
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-upgrade-'));
  for (const { name, path } of files.dataFiles) copyFileSync(path, join(dataDir, name));
  const started = await (engine === 'sqlite' ? onSqlite(dataDir, files) : onMariadb(dataDir, files));
  return {
    ...started,
    async stop() {
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function onSqlite(dataDir: string, { dumpOf, services }: FixtureFiles): Promise<UpgradedPlatform> {
  const databaseUrl = (service: string) => `sqlite:${join(dataDir, `${service}.db`)}`;
  for (const service of services) await loadSchema(databaseUrl(service), dumpOf(service), Date.now() - DOWN_FOR);
  const { ready, origin, output, end } = await startEmbedded(dataDir, SETTINGS);
  return {
    ready,
    origin,
    databaseUrl,
    async stop() {
      const { code } = await end('SIGTERM');
      if (code !== 0) throw new Error(`The platform exited with ${code}: ${output()}`);
    },
  };
}

/** Without the services that the release did not have: a deployment may be upgraded before it gets them. */
async function onMariadb(dataDir: string, { dumpOf, services }: FixtureFiles): Promise<UpgradedPlatform> {
  const dir = join(dataDir, 'mariadb');
  await copyFreshMariadb(dir);
  const mariadb = await startMariadb({ dir });
  try {
    for (const service of services) {
      const url = await mariadb.createSchema(`causeway_${service}`);
      await loadSchema(url, dumpOf(service), Date.now() - DOWN_FOR);
    }
  } finally {
    await mariadb.stop();
  }
  const environment = { ...process.env, CAUSEWAY_GATEWAY_LAME_DUCK_MS: '0', ...SETTINGS };
  const replicas = Object.fromEntries(SERVICES.filter((one) => !services.includes(one)).map((one) => [one, 0]));
  const group = await startServiceGroup({ dataDir, port: 0, revive: false, environment, replicas });
  return {
    ready: group.ready,
    origin: group.origin,
    databaseUrl: (service) => group.mariadb.url(`causeway_${service}`),
    stop: group.stop,
  };
}
