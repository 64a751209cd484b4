import { ProviderFailure } from '../../../../connectors/engine/answer/failure.ts';
import { CircularPaging } from '../../../../connectors/engine/read/page_watch.ts';
import { isTransient, isUndone } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { ProblemKind } from '../../../../lib/problem/kinds.ts';
import type { ReadFailure } from '../../operations/domain/read_failure.ts';

/** Failures of Causeway's own services that pass, and may have their cause in this read. The other kinds concern the installation itself. */
const PASSING: readonly ProblemKind[] = [
  'deadlineExceeded',
  'internal',
  'rateLimited',
  'providerFailed',
  'requestTimeout',
];

/** Classifies an error by what to do about it, with a text for the builder. Null for an unexpected error: a bug. */
export function classifyFailure(error: unknown): ReadFailure | null {
  if (error instanceof CircularPaging) return { kind: 'circle', reason: error.message };
  if (error instanceof ProviderFailure) return ofProvider(error);
  if (isTransient(error) && !isUndone(error)) return { kind: 'unavailable', reason: 'The database is unavailable.' };
  if (isUndone(error)) return { kind: 'temporary', reason: 'Causeway was too busy to continue.' };
  if (!(error instanceof Problem)) return null;
  if (error.kind === 'unavailable') return { kind: 'unavailable', reason: error.detail };
  return { kind: PASSING.includes(error.kind) ? 'temporary' : 'permanent', reason: error.detail };
}

function ofProvider({ kind, message, retryAfterMs }: ProviderFailure): ReadFailure {
  if (kind === 'rateLimit') return { kind, reason: message, retryAfterMs };
  if (kind === 'providerFault' || kind === 'network') return { kind: 'temporary', reason: message, retryAfterMs };
  return { kind: 'permanent', reason: message, isRefusal: kind === 'credentials' };
}
