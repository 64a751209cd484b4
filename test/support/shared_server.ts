import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { initialiseMariadb, startMariadb } from '../../scripts/servers/mariadb.ts';
import { startNats } from '../../scripts/servers/nats_server.ts';

/** What a suite finds out about a server that another one may have started. */
type Note = { pid: number; url: string; error?: string };

/** The address of the run's MariaDB, its schema to be put for `SCHEMA`. Starts it when nobody has. */
export async function sharedMariadb(): Promise<string> {
  return shared('mariadb', async (dir, owner) => {
    const server = await startMariadb({ dir, owner });
    return { pid: server.pid, url: server.url('SCHEMA') };
  });
}

/** Puts the data of a server that never ran into `dir`: a copy of what one suite of the run has made. */
export async function copyFreshMariadb(dir: string): Promise<void> {
  const fresh = await shared('mariadb_fresh', async (folder) => {
    initialiseMariadb(folder);
    return { pid: 0, url: folder };
  });
  cpSync(fresh, dir, { recursive: true });
}

/** The address of the run's NATS server. Suites that kill it start one of their own. */
export async function sharedNats(): Promise<string> {
  return shared('nats', async (dir, owner) => {
    const server = await startNats({ dir, owner });
    return { pid: server.pid, url: server.url };
  });
}

/** Suites run in processes of their own, so a folder that can be made only once decides who starts the server. */
async function shared(name: string, start: (dir: string, owner: number) => Promise<Note>): Promise<string> {
  const dir = join(servers(), name);
  const note = `${dir}.json`;
  if (mine(dir)) {
    const result = await start(dir, owner()).catch((err: Error) => ({ pid: 0, url: '', error: err.message }));
    writeFileSync(`${note}.new`, JSON.stringify(result));
    renameSync(`${note}.new`, note);
  }
  while (!existsSync(note)) await sleep(50);
  const { url, error } = JSON.parse(readFileSync(note, 'utf8')) as Note;
  if (error) throw new Error(`${name} is needed by this suite and could not be had: ${error}`);
  return url;
}

function mine(dir: string): boolean {
  try {
    mkdirSync(dir, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

function servers(): string {
  return (process.env['CAUSEWAY_TEST_SERVERS'] ??= mkdtempSync(join(tmpdir(), 'causeway-test-')));
}

function owner(): number {
  return Number(process.env['CAUSEWAY_TEST_OWNER'] ?? process.pid);
}
