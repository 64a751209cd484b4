import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { freePort } from '../servers/free_port.ts';
import { startApplication } from './application_process.ts';
import { WORDPRESS } from './ensure_wordpress.ts';

/** The number of records that the seed created. A read must find all of them. */
export type WordPressCounts = { posts: number; pages: number; users: number; comments: number };
export type WordPress = {
  url: string;
  username: string;
  /** An application password, for Basic auth. */
  password: string;
  counts: WordPressCounts;
  stop(): Promise<void>;
};

type Options = {
  /** An empty folder for a copy of the code and for uploads. */
  folder: string;
  /** The socket of a MariaDB that has an empty schema `wordpress` and lets root in. */
  socketPath: string;
  /** The repository folder with the PHP files of this script. */
  php: string;
};

/** Installs, seeds and starts a separate WordPress on a free loopback port, with PHP's built-in server. */
export async function startWordPressServer({ folder, socketPath, php }: Options): Promise<WordPress> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  copyCode(folder, php);
  // One worker only: if several workers wait for the same new connection, only one gets it. The others block in
  // accept() and do not serve their open connections.
  const env = {
    ...process.env,
    LIVE_WORDPRESS_SOCKET: socketPath,
    LIVE_WORDPRESS_URL: url,
    PHP_CLI_SERVER_WORKERS: '',
  };
  const quiet = ['-d', 'display_errors=0', '-d', 'log_errors=0'];
  const { stdout } = await promisify(execFile)('php', [...quiet, join(php, 'wordpress_seed.php'), folder], {
    env,
    timeout: 120_000,
  });
  const seeded = JSON.parse(stdout) as Omit<WordPress, 'url' | 'stop'>;
  const args = [...quiet, '-S', `127.0.0.1:${port}`, '-t', folder, join(php, 'wordpress_router.php')];
  const isUp = async (signal: AbortSignal) => (await fetch(`${url}/wp-json/`, { signal })).ok;
  const { stop } = await startApplication({ program: 'php', args, env, isUp });
  return { ...seeded, url, stop };
}

/**
 * Copies the code, because WordPress looks for its configuration in its own folder. Themes and plugins are left out.
 */
function copyCode(folder: string, php: string): void {
  cpSync(WORDPRESS, folder, { recursive: true, verbatimSymlinks: true });
  rmSync(join(folder, 'wp-content'), { recursive: true, force: true });
  for (const name of ['themes', 'plugins', 'uploads']) mkdirSync(join(folder, 'wp-content', name), { recursive: true });
  copyFileSync(join(php, 'wordpress_config.php'), join(folder, 'wp-config.php'));
}
