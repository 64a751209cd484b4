import { appendFileSync } from 'node:fs';
import process from 'node:process';

const noted = new Set<string>();

/**
 * Notes an operation and the status of its answer in the file SEEN_ANSWERS_FILE, once per suite. scripts/test.mjs
 * compares the file with the declared answers after all end-to-end suites.
 */
export function noteAnswer(operationId: string, status: number): void {
  const file = process.env['SEEN_ANSWERS_FILE'];
  const line = `${operationId} ${status}`;
  if (!file || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
