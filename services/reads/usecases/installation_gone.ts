import { Problem } from '../../../lib/problem/problem.ts';

export const INSTALLATION_GONE = 'The installation was deleted.';

/**
 * For a read under way: whether it hears of the deletion by event, or by asking for a plan or credentials that are
 * no longer there, it ends with the same words.
 */
export function sayInstallationGone(error: unknown): never {
  if (error instanceof Problem && error.kind === 'notFound') {
    throw new Problem('notFound', INSTALLATION_GONE, { cause: error });
  }
  throw error;
}
