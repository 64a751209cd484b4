/**
 * The failures of an object's scheduled reads, which delay or stop its next scheduled reads. A failing provider is
 * called with exponential backoff. After too many failures the object is paused until a person unpauses it, because an
 * object that always fails uses up the rate limit that all objects of the account share.
 */
export type FailedReads = {
  /** Failed reads since the last success or the last unpause. */
  failures: number;
  /** How many consecutive failures, up to the latest failure, were refusals of the credentials. */
  refusals: number;
};

export type FailureLimits = {
  /** Failures in a row after which the object is paused; 0 never pauses it. */
  pauseAfter: number;
  /**
   * Refusals in a row after which the object is paused. The number is lower, because refused credentials rarely recover
   * on their own. 0 treats refusals like other failures.
   */
  pauseAfterRefusals: number;
  firstWaitMs: number;
  maxWaitMs: number;
};

export const NONE_FAILED: FailedReads = { failures: 0, refusals: 0 };

export function addFailure({ failures, refusals }: FailedReads, isRefusal: boolean): FailedReads {
  return { failures: failures + 1, refusals: isRefusal ? refusals + 1 : 0 };
}

/** The minimum delay of the next start, ms. It doubles with each failure. */
export function waitAfter({ failures }: FailedReads, { firstWaitMs, maxWaitMs }: FailureLimits): number {
  return Math.min(firstWaitMs * 2 ** Math.max(failures - 1, 0), maxWaitMs);
}

export function mustPause({ failures, refusals }: FailedReads, limits: FailureLimits): boolean {
  const { pauseAfter, pauseAfterRefusals } = limits;
  if (pauseAfter === 0) return false;
  return failures >= pauseAfter || (pauseAfterRefusals > 0 && refusals >= pauseAfterRefusals);
}

/** The reason in `read.schedule.paused` for the builder: why the object was paused, and the provider's last error. */
export function pauseReason(
  objectName: string,
  { failures, refusals }: FailedReads,
  lastReason: string,
  limits: FailureLimits,
): string {
  const why =
    failures >= limits.pauseAfter
      ? `${readsText(failures)} of ${objectName} failed in a row.`
      : `${readsText(refusals)} of ${objectName} failed in a row because the credentials were refused.`;
  return `${why} Last error: ${lastReason}`;
}

function readsText(count: number): string {
  return count === 1 ? 'One scheduled read' : `${count} scheduled reads`;
}
