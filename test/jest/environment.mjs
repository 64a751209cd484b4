import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import { TestEnvironment } from 'jest-environment-node';

/**
 * The AsyncLocalStorages in use. Node passes on the values of each with every promise until it is disabled, and
 * jest-circus makes a new one for each suite. So without the `teardown` below, each suite slows all later suites of its
 * process.
 */
const inUse = new Set();
for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...args) {
    inUse.add(this);
    return original.apply(this, args);
  };
}

/** Gives back to the next suite of the process what a suite may have changed. */
export default class extends TestEnvironment {
  #variables = { ...process.env };

  async teardown() {
    for (const storage of inUse) storage.disable();
    inUse.clear();
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    await super.teardown();
  }
}
