import { Problem } from '../../lib/problem/problem.ts';

export const INSTALLATION_GONE = 'The installation was deleted.';

/**
 * Rethrows notFound with the same text that the deletion event uses, so that a running read ends alike, whether it
 * learns of the deletion by event or by a request for a plan or credentials.
 */
export function sayInstallationGone(error: unknown): never {
  if (error instanceof Problem && error.kind === 'notFound') {
    throw new Problem('notFound', INSTALLATION_GONE, { cause: error });
  }
  throw error;
}
