import { RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { WriteFailure } from '../../../connectors/engine/write/write_failure.ts';
import { isTransient } from '../../../lib/db/errors.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { WorkFailure } from '../../../lib/work/next_step.ts';
import type { WriteType } from '../operations/operation.ts';
import type { RecordEnd } from './write_request.ts';

/**
 * The error message begins with this word when the outcome is unknown. So a program can recognise this case, for which
 * the schema of the answer has no field.
 */
const OUTCOME_UNKNOWN = 'outcomeUnknown: ';

/** True when the provider's answer was lost. Then the provider may have written the record. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof WriteFailure && error.isLost;
}

/** Whether a write may be sent again after its answer was lost. Updates and deletions are idempotent. */
export function isRepeatable(type: WriteType, takesKey: boolean): boolean {
  return type !== 'create' || takesKey;
}

/**
 * Classifies the error of a failed write for lib/work. (isRepeatable decides whether the write may be sent again.) Null
 * for an unexpected error, which is a bug.
 */
export function classifyFailure(error: unknown): WorkFailure | null {
  if (error instanceof RateLimitExhausted)
    return { kind: 'rateLimit', reason: error.message, retryAfterMs: Math.ceil(error.waitMs) };
  if (error instanceof ProviderFailure) {
    const { kind, message: reason, retryAfterMs } = error;
    if (kind === 'rateLimit') return { kind, reason, retryAfterMs };
    return error.isTemporary || isAnswerLost(error)
      ? { kind: 'temporary', reason, retryAfterMs }
      : { kind: 'permanent', reason };
  }
  if (isTransient(error)) return { kind: 'unavailable', reason: 'The database is unavailable.' };
  if (!(error instanceof Problem)) return null;
  const isPassing = ['unavailable', 'deadlineExceeded', 'internal', 'rateLimited', 'requestTimeout'].includes(
    error.kind,
  );
  return { kind: isPassing ? 'unavailable' : 'permanent', reason: error.detail };
}

/** The result of a record that failed and is not tried again. */
export function failedEnd(error: unknown, warnings: string[]): Extract<RecordEnd, { success: false }> {
  const reason = classifyFailure(error)?.reason ?? 'Internal error in Causeway; see the log of writes.';
  const response = error instanceof WriteFailure ? error.response : undefined;
  return isAnswerLost(error)
    ? { ...unknownEnd(reason, warnings), response }
    : { success: false, message: reason, outcome: '', response, warnings };
}

/** The result of a record that the provider may or may not have written. */
export function unknownEnd(reason: string, warnings: string[] = []): Extract<RecordEnd, { success: false }> {
  const message = `${OUTCOME_UNKNOWN}${reason} The provider may have written the record or not. Look there before you send it again.`;
  return { success: false, message, outcome: 'unknown', warnings };
}

export function notSentEnd(reason: string, warnings: string[] = []): Extract<RecordEnd, { success: false }> {
  return { success: false, message: `notSent: ${reason}`, outcome: 'notSent', warnings };
}
