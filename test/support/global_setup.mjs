import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Creates a folder for the servers that suites share; scripts/test.mjs gives one folder to all jest runs. */
export default function setUp() {
  process.env.CAUSEWAY_GUARD_TRANSACTIONS = '1';
  if (process.env.CAUSEWAY_TEST_OWNER) return;
  process.env.CAUSEWAY_TEST_SERVERS = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  process.env.CAUSEWAY_TEST_OWNER = String(process.pid);
}
