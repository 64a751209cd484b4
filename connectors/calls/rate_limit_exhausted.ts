import { CallNotMade } from '../engine/answer/failure.ts';
import type { LimitScope } from '../engine/file/provider.ts';

/** How long until each budget has a permit, and the scope of the slowest one; 0 when all have one. */
export type BudgetWait = { waitMs: number; scope: LimitScope };

/** Thrown when a provider's rate limit is exhausted and the wait is longer than a moment. */
export class RateLimitExhausted extends CallNotMade {
  readonly waitMs: number;
  /** The scope of the exhausted limit. */
  readonly scope: LimitScope;
  /** Whether calls of the page were already made; they have to be repeated. */
  readonly isMidPage: boolean;

  constructor({ waitMs, scope }: BudgetWait, isMidPage: boolean) {
    super('The rate limit of the provider is exhausted.');
    this.waitMs = waitMs;
    this.scope = scope;
    this.isMidPage = isMidPage;
  }
}
