import type { Timer } from '../../../../lib/time/timer.ts';
import type { RateBudgetStore } from '../domain/rate_budget_store.ts';
import { changeBudget } from './change_budget.ts';

/**
 * One process's view of the closed budgets. It is read at most once a second for all callers together. It serves
 * providers without a known limit; with one, each request for permits returns the wait.
 */
export type ClosedView = {
  /** How long no call is allowed on behalf of any of these, ms; 0 when calls are allowed. */
  waitMs(keys: readonly string[]): Promise<number>;
  /** Adds a 429 that this process received. */
  add(key: string, waitMs: number): void;
};

const FRESH = 1_000;
const MAX_CLOSED = 10_000;

type Deps = { store: Pick<RateBudgetStore, 'listClosed' | 'read' | 'write'>; timer: Timer };

export function createClosedView({ store, timer }: Deps): ClosedView {
  let until = new Map<string, number>();
  let freshUntil = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const at = timer.now();
    const closed = await store.listClosed(MAX_CLOSED);
    const moved = closed.filter(({ aheadMs }) => aheadMs > 0);
    // Nobody requests permits of these budgets, so nobody else would notice that the clock was set back.
    for (const one of moved) {
      await changeBudget(one, (budget) => ({ budget }), { store });
      one.waitMs -= one.aheadMs;
    }
    until = new Map(closed.map(({ key, waitMs }) => [key, at + waitMs]));
    freshUntil = at + FRESH;
  }

  return {
    async waitMs(keys) {
      if (timer.now() >= freshUntil)
        await (looking ??= look().finally(() => {
          looking = null;
        }));
      return Math.max(0, ...keys.map((key) => (until.get(key) ?? 0) - timer.now()));
    },
    add: (key, waitMs) => void until.set(key, timer.now() + waitMs),
  };
}
