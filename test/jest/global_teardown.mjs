import process from 'node:process';
import { setTimeout } from 'node:timers';
import { stopServers } from '../support/stop_servers.mjs';

const GRACE_MS = 2_000;

/**
 * Stops the servers that the suites of this jest run share. In a run of scripts/test.mjs, that script stops them. A
 * socket, timer or process that a suite left behind is named, but does not keep a finished run alive: it is no verdict.
 */
export default async function tearDown() {
  if (process.env.CAUSEWAY_TEST_OWNER === String(process.pid)) await stopServers(process.env.CAUSEWAY_TEST_SERVERS);
  setTimeout(() => {
    console.error(`== left running by a suite: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit();
  }, GRACE_MS).unref();
}
