import type { TransactionalStores } from '../db/transacting.ts';
import type { Clock } from '../time/clock.ts';
import { type PurgeRule, purgeRule } from './purge.ts';

/**
 * One rule that deletes rows by age. A service lists its rules in `jobs/retention.ts`, and docs/retention.md lists the
 * rules of all services.
 */
export type RetentionRule<S> = {
  /** The name in docs/retention.md and in the log. */
  name: string;
  /** A short description of the deleted rows. */
  what: string;
  /** The age at which a row is deleted. 0: each row has the time of its deletion. */
  afterMs: number;
  /**
   * Deletes at most `limit` rows that are older than `before`. Returns the number of deleted rows, or whether there may
   * be more.
   */
  drop(stores: S, before: number, limit: number): Promise<number | boolean>;
};

export function purgeRulesOf<S>(
  rules: readonly RetentionRule<S>[],
  { stores, clock }: { stores: TransactionalStores<S>; clock: Clock },
): PurgeRule[] {
  return rules.map(({ name, afterMs, drop }) =>
    purgeRule(stores, name, async (s, limit) => {
      const dropped = await drop(s, clock.now() - afterMs, limit);
      return typeof dropped === 'number' ? dropped >= limit : dropped;
    }),
  );
}

export const DAY_MS = 24 * 3_600_000;
