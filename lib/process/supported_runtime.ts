/**
 * Ends the process on a runtime that cannot run Causeway. Import it first in a main, for its effect: the modules after it
 * may already fail there.
 */
import process from 'node:process';
import { runtimeFault } from './check_runtime.ts';

const fault = runtimeFault();
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
