import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/**
 * The AsyncLocalStorages that the suite uses. Node passes on the values of each with every promise until it is disabled,
 * and each suite makes new ones (jest-circus one, the guard of transactions another). So without the `teardown` below,
 * each suite slows all later suites of its process.
 */
const inUse = new Set();
for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...args) {
    inUse.add(this);
    return original.apply(this, args);
  };
}

export default class extends TestEnvironment {
  async teardown() {
    for (const storage of inUse) storage.disable();
    inUse.clear();
    await super.teardown();
  }
}
