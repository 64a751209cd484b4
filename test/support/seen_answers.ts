import { appendFileSync } from 'node:fs';
import process from 'node:process';

const noted = new Set<string>();

/**
 * Notes that an operation answered with a status, once a suite, in the file that CAUSEWAY_SEEN_ANSWERS names:
 * scripts/test.mjs compares it with what the document declares when all end-to-end suites have run.
 */
export function noteAnswer(operationId: string, status: number): void {
  const file = process.env['CAUSEWAY_SEEN_ANSWERS'];
  const line = `${operationId} ${status}`;
  if (!file || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
