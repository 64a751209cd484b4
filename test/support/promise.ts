import process from 'node:process';
import { afterEach, it } from '@jest/globals';
import { differsByEngine } from '../mutations/catalogue.mjs';
import { deactivate } from './active_mutation.ts';
import { engineBeingDeclared } from './engines.ts';
import { turnsRed } from './turns_red.ts';

type Options = {
  /** Mutations of test/mutations. Each of them alone must make the test fail. */
  without: string | readonly string[];
  timeout?: number;
};

const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';

/** No promise depends on the speed of this machine: this limit ends a test that hangs, not one that is slow. Ms. */
const TIMEOUT_MS = 300_000;

// A body that timed out may still be running; its mutation ends with its own test.
afterEach(deactivate);

/**
 * A test and its negative controls: `body` passes with the original source, and fails an expectation (or a wait) with
 * each of the mutations.
 */
export function promise(name: string, { without, timeout = TIMEOUT_MS }: Options, body: () => Promise<void>): void {
  it(name, body, timeout);
  for (const mutation of [without].flat() as string[])
    control(`${name} (negative control "${mutation}")`, { without: mutation, timeout }, body);
}

/**
 * A negative control alone, for a rule whose test is in another suite. On MariaDB only the controls whose mutation
 * differs by engine; `npm run test:full` runs all.
 */
export function control(
  name: string,
  { without, timeout = TIMEOUT_MS }: { without: string; timeout?: number },
  body: () => Promise<void>,
): void {
  if (engineBeingDeclared() === 'mariadb' && !differsByEngine(without) && !isFull) return;
  it(name, () => turnsRed(without, body), timeout);
}
