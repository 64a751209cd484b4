import { CallNotMade } from '../engine/answer/failure.ts';
import type { LimitScope } from '../engine/file/provider.ts';

/**
 * The time until every budget has a permit (0 when all have one), and the scope of the budget with the longest wait.
 */
export type BudgetWait = { waitMs: number; scope: LimitScope };

/** Thrown when a provider's rate limit is exhausted and the wait would be longer than the caller's max wait. */
export class RateLimitExhausted extends CallNotMade {
  readonly waitMs: number;
  /** The scope of the exhausted limit. */
  readonly scope: LimitScope;
  /** Whether some calls of the page were already made. The next attempt must repeat these calls. */
  readonly isMidPage: boolean;

  constructor({ waitMs, scope }: BudgetWait, isMidPage: boolean) {
    super('The rate limit of the provider is exhausted.');
    this.waitMs = waitMs;
    this.scope = scope;
    this.isMidPage = isMidPage;
  }
}
