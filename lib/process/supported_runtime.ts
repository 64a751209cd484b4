/**
 * Ends the process on a runtime that cannot run Causeway. Import this module first in a main, for its effect: on such a
 * runtime, the modules imported after it may fail with an unclear error.
 */
import process from 'node:process';
import { runtimeFault } from './check_runtime.ts';

const unsupportedReason = runtimeFault();
if (unsupportedReason !== undefined) {
  process.stderr.write(`${unsupportedReason}\n`);
  process.exit(1);
}
