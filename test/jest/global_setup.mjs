import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Creates a folder for the servers that suites share. In a run of scripts/test.mjs, all jest runs share its folder. */
export default function setUp() {
  process.env.CAUSEWAY_GUARD_TRANSACTIONS = '1';
  if (process.env.CAUSEWAY_TEST_OWNER) return;
  process.env.CAUSEWAY_TEST_SERVERS = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  process.env.CAUSEWAY_TEST_OWNER = String(process.pid);
}
