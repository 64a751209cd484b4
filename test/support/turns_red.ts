import { TIMED_OUT } from '../../testbed/timed_out.ts';
import { activate, deactivate } from './active_mutation.ts';

/**
 * Runs the body of a test with an active mutation. Rejects when the body passes, and when it throws an error that is
 * neither a failed expectation nor a timeout of our waits, because another error proves nothing.
 */
export async function turnsRed(mutation: string, body: () => Promise<void>): Promise<void> {
  activate(mutation);
  const error = await body()
    .then(
      () => null,
      (reason: unknown) => reason,
    )
    .finally(deactivate);
  if (error === null) throw new Error(`The test passes with the mutation "${mutation}".`);
  if (!isRed(error))
    throw new Error(`With the mutation "${mutation}" the test failed with an unrelated error.`, { cause: error });
}

/** Whether an error is a failed expectation of jest, or a timeout of our waits. */
function isRed(error: unknown): boolean {
  return error instanceof Error && ('matcherResult' in error || error.message === TIMED_OUT);
}
