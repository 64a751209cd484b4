import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { freePort, startApplication } from './application_process.ts';
import { WORDPRESS } from './ensure_wordpress.ts';

/** What the seed says a reader has to find. */
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
  /** An empty folder for its copy of the code and its uploads. */
  folder: string;
  /** The socket of a MariaDB that has an empty schema `wordpress` and lets root in. */
  socketPath: string;
  /** Where this folder's PHP files lie in the repository. */
  php: string;
};

/** Installs, seeds and starts a WordPress of its own on a free loopback port, by PHP's built-in server. */
export async function startWordPressServer({ folder, socketPath, php }: Options): Promise<WordPress> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  copyCode(folder, php);
  // One worker: of several that wait for the same connection, the losers sleep in accept() over those they already hold.
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

/** The code is copied because WordPress looks for its configuration beside itself. Themes and plugins stay behind. */
function copyCode(folder: string, php: string): void {
  cpSync(WORDPRESS, folder, { recursive: true, verbatimSymlinks: true });
  rmSync(join(folder, 'wp-content'), { recursive: true, force: true });
  for (const name of ['themes', 'plugins', 'uploads']) mkdirSync(join(folder, 'wp-content', name), { recursive: true });
  copyFileSync(join(php, 'wordpress_config.php'), join(folder, 'wp-config.php'));
}
