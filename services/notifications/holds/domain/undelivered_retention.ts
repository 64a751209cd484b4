const MIN_DEFAULT = 14 * 24 * 3_600_000;

type Config = { undeliveredRetention: number; attemptGaps: readonly number[]; disableAfter: number };

/**
 * How long an undelivered message is kept, ms. 0: the default, which is 14 days or, if that is longer, the horizon: the
 * time of all attempts plus the time after which a failing destination is disabled. Throws when a shorter time than the
 * horizon is set, because messages would then end while they are still attempted.
 */
export function undeliveredRetention({ undeliveredRetention: set, attemptGaps, disableAfter }: Config): number {
  const horizon = attemptGaps.reduce((sum, gap) => sum + gap, 0) + disableAfter;
  if (set === 0) return Math.max(MIN_DEFAULT, horizon);
  if (set >= horizon) return set;
  throw new Error(
    `CAUSEWAY_UNDELIVERED_RETENTION_MS is ${set}, but must be ${horizon} at least: the sum of ` +
      'CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS and CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER_MS.',
  );
}
