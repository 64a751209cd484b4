/**
 * What failed scheduled reads of one object do to those that follow. A provider that is down is asked less and less
 * often, and when nothing helps, nobody is asked any more until a person has had a look: an object that fails for ever
 * spends the provider's patience with all the others of its account.
 */
export type FailedReads = {
  /** Since the last that succeeded, or the last unpause. */
  failures: number;
  /** Of these the last ones, as far as it was the credentials that were refused. */
  refusals: number;
};

export type FailureLimits = {
  /** 0 never pauses. */
  pauseAfter: number;
  /** Credentials that are refused seldom heal by themselves. 0: no sooner than for another reason. */
  pauseAfterRefusals: number;
  firstWaitMillis: number;
  longestWaitMillis: number;
};

export const NONE_FAILED: FailedReads = { failures: 0, refusals: 0 };

export function oneMore({ failures, refusals }: FailedReads, isRefusal: boolean): FailedReads {
  return { failures: failures + 1, refusals: isRefusal ? refusals + 1 : 0 };
}

/** How long the next start is put off at least: twice as long with each failure. Ms. */
export function waitAfter({ failures }: FailedReads, { firstWaitMillis, longestWaitMillis }: FailureLimits): number {
  return Math.min(firstWaitMillis * 2 ** Math.max(failures - 1, 0), longestWaitMillis);
}

export function isEnough({ failures, refusals }: FailedReads, limits: FailureLimits): boolean {
  const { pauseAfter, pauseAfterRefusals } = limits;
  if (pauseAfter === 0) return false;
  return failures >= pauseAfter || (pauseAfterRefusals > 0 && refusals >= pauseAfterRefusals);
}

/** What the builder reads in `read.schedule.paused`: why, and what the provider said last. */
export function pauseReason(
  objectName: string,
  { failures, refusals }: FailedReads,
  lastReason: string,
  limits: FailureLimits,
): string {
  const why =
    failures >= limits.pauseAfter
      ? `${reads(failures)} of ${objectName} failed in a row.`
      : `The credentials were refused to ${reads(refusals)} of ${objectName} in a row.`;
  return `${why} The last one: ${lastReason}`;
}

function reads(count: number): string {
  return count === 1 ? 'One scheduled read' : `${count} scheduled reads`;
}
