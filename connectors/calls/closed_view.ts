import type { Timer } from '../../lib/time/timer.ts';
import type { BudgetKey, PermitSource } from './permits.ts';

/**
 * One process's view of the closed budgets, for providers without a known limit. (With a known limit, each draw of
 * permits returns the wait.) The process reads the view at most once a second for all callers together. While the owner
 * of the budgets is unavailable, the last view is used, and no call waits for a new view.
 */
type ClosedView = {
  /**
   * The ms until calls of this budget are allowed; 0 when calls are allowed now. Rejects if no view could be read yet.
   */
  waitMs(of: BudgetKey): Promise<number>;
  /**
   * Adds a 429 that this process received. This process respects the 429 even if the owner of the budgets does not know
   * it yet. So the budget stays closed if an older view arrives, or if the report to the owner fails.
   */
  add(of: BudgetKey, waitMs: number): void;
};

const MAX_AGE_MS = 1_000;

type Deps = { permits: Pick<PermitSource, 'listClosed'>; timer: Timer };

export function createClosedView({ permits, timer }: Deps): ClosedView {
  let until: Map<string, number> | null = null;
  const own = new Map<string, number>();
  let freshUntil = Number.NEGATIVE_INFINITY;
  let isOld = false;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const at = timer.now();
    try {
      const closed = await permits.listClosed();
      until = new Map(closed.map((one) => [nameOf(one), at + one.waitMs]));
      isOld = false;
    } catch (error) {
      if (!until) throw error;
      isOld = true;
    }
    freshUntil = timer.now() + MAX_AGE_MS;
    for (const [name, end] of own) if (end <= timer.now()) own.delete(name);
  }

  return {
    async waitMs(of) {
      if (timer.now() >= freshUntil) {
        looking ??= look().finally(() => {
          looking = null;
        });
        if (!isOld) await looking;
      }
      const name = nameOf(of);
      return Math.max(0, Math.max(until?.get(name) ?? 0, own.get(name) ?? 0) - timer.now());
    },
    add: (of, waitMs) => void own.set(nameOf(of), timer.now() + waitMs),
  };
}

function nameOf({ projectId, key }: BudgetKey): string {
  return `${projectId} ${key}`;
}
