import process from 'node:process';
import { afterEach, it } from '@jest/globals';
import { differsByEngine } from '../mutations/catalogue.mjs';
import { deactivate } from './active_mutation.ts';
import { engineBeingDeclared } from './engines.ts';
import { turnsRed } from './turns_red.ts';

type Options = {
  /** Names of mutations in test/mutations. Each mutation alone must make the test fail. */
  without: string | readonly string[];
  timeout?: number;
};

const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';

/** This limit ends a test that hangs. It is so long that a slow machine does not reach it. Ms. */
const TIMEOUT_MS = 300_000;

// The body of a test that timed out may still run, so its mutation ends here.
afterEach(deactivate);

/**
 * Declares a test and its negative controls. `body` passes with the original source, and fails an expectation (or a
 * wait) with each of the mutations.
 */
export function promise(name: string, { without, timeout = TIMEOUT_MS }: Options, body: () => Promise<void>): void {
  it(name, body, timeout);
  for (const mutation of [without].flat() as string[])
    control(`${name} (negative control "${mutation}")`, { without: mutation, timeout }, body);
}

/**
 * Declares a negative control only, for a rule whose test is in another suite. On MariaDB it runs only for mutations
 * whose effect differs by engine; `npm run test:full` runs all.
 */
export function control(
  name: string,
  { without, timeout = TIMEOUT_MS }: { without: string; timeout?: number },
  body: () => Promise<void>,
): void {
  if (engineBeingDeclared() === 'mariadb' && !differsByEngine(without) && !isFull) return;
  it(name, () => turnsRed(without, body), timeout);
}
