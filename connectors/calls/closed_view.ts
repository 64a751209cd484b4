import type { Timer } from '../../lib/time/timer.ts';
import type { BudgetKey, PermitSource } from './permits.ts';

/**
 * One process's view of the closed budgets. It is read at most once a second for all callers together. It serves
 * providers without a known limit; with one, each draw of permits returns the wait. While the owner of the budgets is
 * unavailable, the last view counts, and no call waits for a new one: a read without a limit needs nothing else of it.
 */
type ClosedView = {
  /** How long no call is allowed on behalf of this budget, ms; 0 when calls are allowed. Rejects before the first view. */
  waitMs(of: BudgetKey): Promise<number>;
  /**
   * Adds a 429 that this process received. It counts here although the owner may not know it yet: a view that was asked
   * for before, or a report that failed, does not open the budget again.
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
