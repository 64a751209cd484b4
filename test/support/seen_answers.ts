import { appendFileSync } from 'node:fs';
import process from 'node:process';

const noted = new Set<string>();

/**
 * Records that an operation answered with a status, once per suite, in the file SEEN_ANSWERS_FILE. scripts/test.mjs
 * compares the file with the declared answers after all end-to-end suites.
 */
export function noteAnswer(operationId: string, status: number): void {
  const file = process.env['SEEN_ANSWERS_FILE'];
  const line = `${operationId} ${status}`;
  if (!file || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
