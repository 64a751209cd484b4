import type { Timer } from '../../lib/time/timer.ts';
import type { BudgetKey, PermitSource } from './permits.ts';

/**
 * One process's view of the closed budgets. It is read at most once a second for all callers together. It serves
 * providers without a known limit; with one, each draw of permits returns the wait. While the owner of the budgets is
 * unavailable, the last view counts: a read without a limit needs nothing else of it.
 */
export type ClosedView = {
  /** How long no call is allowed on behalf of this budget, ms; 0 when calls are allowed. Rejects before the first view. */
  waitMs(of: BudgetKey): Promise<number>;
  /** Adds a 429 that this process received. */
  add(of: BudgetKey, waitMs: number): void;
};

const FRESH = 1_000;

type Deps = { permits: Pick<PermitSource, 'listClosed'>; timer: Timer };

export function createClosedView({ permits, timer }: Deps): ClosedView {
  let until: Map<string, number> | null = null;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const at = timer.now();
    try {
      const closed = await permits.listClosed();
      until = new Map(closed.map((one) => [nameOf(one), at + one.waitMs]));
    } catch (error) {
      if (!until) throw error;
    }
    freshUntil = timer.now() + FRESH;
  }

  return {
    async waitMs(of) {
      if (timer.now() >= freshUntil)
        await (looking ??= look().finally(() => {
          looking = null;
        }));
      return Math.max(0, (until?.get(nameOf(of)) ?? 0) - timer.now());
    },
    add: (of, waitMs) => void (until ??= new Map()).set(nameOf(of), timer.now() + waitMs),
  };
}

function nameOf({ projectId, key }: BudgetKey): string {
  return `${projectId} ${key}`;
}
