import type { Rules } from '../../../lib/rules/rules.ts';
import type { Timer } from '../../../lib/time/timer.ts';
import type { RateBudgetStore } from '../domain/rate_budget_store.ts';
import { changeBudget } from './change_budget.ts';

/**
 * Which budgets are closed, as one process knows it: looked at once a second at most, for all that is read here together,
 * and only while something is. It is for providers of which no limit is known: where one is, each draw tells.
 */
export type ClosedView = {
  /** How long nothing may be asked on behalf of any of these; 0 when something may. */
  waitMillis(keys: readonly string[]): Promise<number>;
  /** A refusal that this process met itself. */
  add(key: string, waitMillis: number): void;
};

const FRESH = 1_000;
const MOST = 10_000;

type Deps = { store: Pick<RateBudgetStore, 'listClosed' | 'read' | 'write'>; timer: Timer; rules: Rules };

export function createClosedView({ store, timer, rules }: Deps): ClosedView {
  let until = new Map<string, number>();
  let freshUntil = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const at = timer.now();
    const closed = await store.listClosed(MOST);
    const moved = rules.holds('clockBack') ? closed.filter(({ aheadMillis }) => aheadMillis > 0) : [];
    // Nobody draws on these, so nobody else would notice that the clock was set back.
    for (const one of moved) {
      await changeBudget(one, (budget) => ({ budget }), { store, rules });
      one.waitMillis -= one.aheadMillis;
    }
    until = new Map(closed.map(({ key, waitMillis }) => [key, at + waitMillis]));
    freshUntil = at + FRESH;
  }

  return {
    async waitMillis(keys) {
      if (timer.now() >= freshUntil)
        await (looking ??= look().finally(() => {
          looking = null;
        }));
      return Math.max(0, ...keys.map((key) => (until.get(key) ?? 0) - timer.now()));
    },
    add: (key, waitMillis) => void until.set(key, timer.now() + waitMillis),
  };
}
