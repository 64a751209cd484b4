import process from 'node:process';
import { stopServers } from '../support/stop_servers.mjs';

/** Stops the servers that the suites of this jest run share. In a run of scripts/test.mjs, that script stops them. */
export default async function tearDown() {
  if (process.env.CAUSEWAY_TEST_OWNER === String(process.pid)) await stopServers(process.env.CAUSEWAY_TEST_SERVERS);
}
