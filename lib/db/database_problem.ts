import type { Log } from '../log/log.ts';
import { Problem } from '../problem/problem.ts';
import { isStorageFailed, isTransient } from './errors.ts';

/**
 * The only place that turns a database failure into a problem: a 503 with a time for the retry. Undefined for any other
 * error. Logs the cause, which never leaves the process.
 */
export function databaseProblem(err: unknown, log: Log, fields: object): Problem | undefined {
  if (!isTransient(err)) return undefined;
  if (isStorageFailed(err)) log.error('database cannot write', { ...fields, err });
  else log.warn('database unavailable', { ...fields, err });
  return new Problem('unavailable', 'The database is unavailable or too busy.', { cause: err });
}
