import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { CircularPaging } from '../../../connectors/engine/read/page_watch.ts';
import { isTransient } from '../../../lib/db/errors.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import type { Setback } from '../domain/setback.ts';

/** Ours, and gone when a process is back; the rest is about the installation itself. */
const PASSING: readonly ProblemKind[] = [
  'unavailable',
  'deadlineExceeded',
  'internal',
  'rateLimited',
  'providerFailed',
  'requestTimeout',
];

/** What went wrong, sorted by what to do about it and worded for the builder. Null for what nobody expected: a bug. */
export function setbackOf(error: unknown): Setback | null {
  if (error instanceof CircularPaging) return { kind: 'circle', reason: error.message };
  if (error instanceof ProviderFailure) return ofProvider(error);
  if (isTransient(error)) return { kind: 'temporary', reason: 'Causeway was too busy to go on.' };
  if (!(error instanceof Problem)) return null;
  return { kind: PASSING.includes(error.kind) ? 'temporary' : 'permanent', reason: error.detail };
}

function ofProvider({ kind, message, retryAfterMs }: ProviderFailure): Setback {
  if (kind === 'rateLimit') return { kind, reason: message, retryAfterMillis: retryAfterMs };
  if (kind === 'providerFault' || kind === 'network')
    return { kind: 'temporary', reason: message, retryAfterMillis: retryAfterMs };
  return { kind: 'permanent', reason: message, isRefusal: kind === 'credentials' };
}
