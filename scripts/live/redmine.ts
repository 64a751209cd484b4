import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { installPackages } from '../servers/ensure_servers.ts';
import { freePort } from '../servers/free_port.ts';
import { startApplication } from './application_process.ts';
import type { LiveSource } from './live_source.ts';

/** The folder of Debian's Redmine package. The test runs a copy, so that nothing on the machine changes. */
const REDMINE = '/usr/share/redmine';
const LOCK = '/var/lib/redmine/Gemfile.lock';
const INSTANCE = 'causeway';

/**
 * Debian's Redmine with its own SQLite file. It has offset paging with totals, an API key in a header, and objects
 * below projects.
 */
export async function startRedmine(folder: string, say: (line: string) => void): Promise<LiveSource> {
  if (!existsSync(REDMINE) || !existsSync(LOCK)) installPackages(['redmine', 'redmine-sqlite'], say);
  say('Installing and seeding Redmine ...');
  copyCode(folder);
  await run(folder, 'bundle', ['install', '--local']);
  await run(folder, 'bundle', ['exec', 'rake', 'db:migrate']);
  await run(folder, 'bundle', ['exec', 'rake', 'redmine:load_default_data']);
  const seed = assetPath('scripts/live/redmine_seed.rb');
  const seeded = await run(folder, 'bundle', ['exec', 'rails', 'runner', seed]);
  const { apiKey, counts } = JSON.parse(seeded) as { apiKey: string; counts: Record<string, number> };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await startApplication({
    program: 'bundle',
    args: ['exec', 'rails', 'server', '-u', 'webrick', '-b', '127.0.0.1', '-p', String(port)],
    cwd: folder,
    env: environment(),
    // Every request needs a key, so a 401 shows that the server is ready.
    isUp: async (signal) => (await fetch(`${url}/issues.json`, { signal })).status === 401,
  });
  return {
    url,
    provider: 'redmine',
    credentials: { apiKey, providerMetadata: { siteUrl: url } },
    objects: Object.keys(counts).map((name) => ({ name, fields: ['id'] })),
    counts,
    written: {
      object: 'issues',
      field: 'subject',
      create: { project_id: 1, tracker_id: 1, subject: 'Written by Causeway' },
      change: { subject: 'Changed by Causeway' },
    },
    proxied: {
      collection: '/issues.json',
      one: (id) => `/issues/${id}.json`,
      body: { issue: { project_id: 1, tracker_id: 1, subject: 'Sent through the proxy' } },
      idIn: ({ issue }) => String((issue as { id?: unknown } | undefined)?.id ?? ''),
    },
    stop,
  };
}

/** Copies the code and adds an instance, as Debian calls a folder with configuration, logs, cache and database. */
function copyCode(folder: string): void {
  cpSync(REDMINE, folder, { recursive: true, verbatimSymlinks: true });
  for (const link of ['instances', 'Gemfile.lock', 'config/database.yml']) rmSync(join(folder, link), { force: true });
  copyFileSync(LOCK, join(folder, 'Gemfile.lock'));
  // Debian's package has at most a gem for a separate web server; WEBrick comes with Ruby.
  writeFileSync(join(folder, 'Gemfile.local'), "gem 'webrick'\n");
  const instance = join(folder, 'instances', INSTANCE);
  for (const name of ['config', 'log', 'tmp/cache', 'files']) mkdirSync(join(instance, name), { recursive: true });
  for (const name of ['tmp', 'plugins', 'public/plugin_assets']) mkdirSync(join(folder, name), { recursive: true });
  const database = { adapter: 'sqlite3', database: join(folder, 'redmine.sqlite3'), pool: 10, timeout: 10_000 };
  writeFileSync(join(instance, 'config/database.yml'), JSON.stringify({ production: database }));
  appendFileSync(join(instance, 'config/secret_key.txt'), randomBytes(40).toString('hex'));
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, REDMINE_INSTANCE: INSTANCE, RAILS_ENV: 'production', REDMINE_LANG: 'en' };
}

async function run(cwd: string, program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: environment(), timeout: 300_000 });
  return stdout;
}
