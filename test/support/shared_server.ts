import { cpSync } from 'node:fs';
import { initialiseMariadb, startMariadb } from '../../scripts/servers/mariadb.ts';
import { startNats } from '../../scripts/servers/nats_server.ts';
import { onceARun } from './shared_platform/once_a_run.ts';

/** The address of the MariaDB server of this run, with `SCHEMA` in place of the schema name. */
export async function sharedMariadb(): Promise<string> {
  const { url } = await onceARun('mariadb', async (dir, owner) => {
    const server = await startMariadb({ dir, owner });
    return { pids: [server.pid], url: server.url('SCHEMA') };
  });
  return url;
}

/**
 * Copies the data folder of a new server that was never started to `dir`. One suite of the run creates the original.
 */
export async function copyFreshMariadb(dir: string): Promise<void> {
  const { folder } = await onceARun('mariadb_fresh', async (fresh) => {
    initialiseMariadb(fresh);
    return { folder: fresh };
  });
  cpSync(folder, dir, { recursive: true });
}

/** The address of the NATS server of this run. Suites that kill a NATS server start their own. */
export async function sharedNats(): Promise<string> {
  const { url } = await onceARun('nats', async (dir, owner) => {
    const server = await startNats({ dir, owner });
    return { pids: [server.pid], url: server.url };
  });
  return url;
}
