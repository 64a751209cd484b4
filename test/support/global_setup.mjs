import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the servers that suites of this run share; the first suite that needs one starts it (engines.ts). */
export default function setUp() {
  process.env.CAUSEWAY_TEST_SERVERS = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  process.env.CAUSEWAY_TEST_OWNER = String(process.pid);
  process.env.CAUSEWAY_GUARD_TRANSACTIONS = '1';
}
