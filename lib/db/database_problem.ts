import type { Log } from '../log/log.ts';
import { Problem } from '../problem/problem.ts';
import { isDamaged, isStorageFailed, isTransient } from './errors.ts';

const DAMAGED_DETAIL =
  'The part of the database that this request needs is damaged. The operator must restore the database from a backup.';

/**
 * The only place that turns a database failure into a problem: a 503 with a time for the retry, or a 500 for a damaged
 * file. Undefined for any other error. Logs the cause, which never leaves the process.
 */
export function databaseProblem(err: unknown, log: Log, fields: object): Problem | undefined {
  if (isDamaged(err)) {
    log.error('database damaged', { ...fields, err });
    return new Problem('internal', DAMAGED_DETAIL, { cause: err });
  }
  if (!isTransient(err)) return undefined;
  if (isStorageFailed(err)) log.error('database cannot write', { ...fields, err });
  else log.warn('database unavailable', { ...fields, err });
  return new Problem('unavailable', 'The database is unavailable or too busy.', { cause: err });
}
