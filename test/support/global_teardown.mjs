import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Stops what the suites started. */
export default async function tearDown() {
  const dir = process.env.CAUSEWAY_TEST_SERVERS;
  if (!dir) return;
  for (const name of ['mariadb', 'nats']) {
    const note = join(dir, `${name}.json`);
    if (existsSync(note)) await stop(JSON.parse(readFileSync(note, 'utf8')).pid);
  }
  rmSync(dir, { recursive: true, force: true });
}

async function stop(pid) {
  for (let tries = 0; tries < 200 && send(pid, tries === 0 ? 'SIGTERM' : 0); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
