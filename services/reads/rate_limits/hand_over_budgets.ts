/**
 * Before 0.2 the service `reads` stored the rate budgets. They hold data that must survive the upgrade: until when a
 * provider asked us to wait, the remaining calls of a window, and the calls of the last window. A replica hands all of
 * them to the installation service before it draws its first permit. Replicas before 0.2 write these rows as long as
 * they run, so a row that changed is handed over again.
 */
import type { PermitSource } from '../../../connectors/calls/permits.ts';
import type { FormerBudget, FormerBudgetStore } from './former_budget.ts';

export type SendBudgets = (request: {
  budgets: Pick<FormerBudget, 'projectId' | 'key' | 'budgetJson'>[];
  now: number;
}) => Promise<void>;

type Deps = { stores: { formerBudgets: FormerBudgetStore }; adopt: SendBudgets };

/**
 * Rows per call. The installation service writes each row in its own transaction: on a slow disk, more rows would
 * exceed the timeout of the call.
 */
const BATCH = 50;
/** A row may be committed this long after its `update_time`. Ms. */
const OVERLAP_MS = 30_000;
const MAX_REMEMBERED = 50_000;

export function makeHandOverBudgets({ stores: { formerBudgets: store }, adopt }: Deps) {
  const handed = new Map<string, number>();
  let since = 0;

  /** Hands over every row that changed since the last call. Returns false, because nothing is left to do. */
  return async function handOverBudgets(): Promise<false> {
    let after: FormerBudget | null = null;
    for (;;) {
      const rows: FormerBudget[] = await store.listWritten(since, after, BATCH);
      const changed = rows.filter(({ key, version }) => handed.get(key) !== version);
      if (changed.length > 0) await adopt({ budgets: changed.map(asMessage), now: await store.now() });
      if (handed.size > MAX_REMEMBERED) handed.clear();
      for (const { key, version } of changed) handed.set(key, version);
      after = rows.at(-1) ?? after;
      if (rows.length < BATCH) break;
    }
    since = Math.max(since, (after?.updateTime ?? 0) - OVERLAP_MS);
    return false;
  };
}

export type HandOverBudgets = ReturnType<typeof makeHandOverBudgets>;

function asMessage({ projectId, key, budgetJson }: FormerBudget) {
  return { projectId, key, budgetJson };
}

/** A source of permits that draws no permit before the first hand-over. The next draw repeats a failed hand-over. */
export function afterHandOver(source: PermitSource, handOverBudgets: HandOverBudgets): PermitSource {
  let first: Promise<unknown> | null = null;
  const handedOver = () =>
    (first ??= handOverBudgets().catch((error: unknown) => {
      first = null;
      throw error;
    }));
  return {
    draw: async (of, draw) => {
      await handedOver();
      return source.draw(of, draw);
    },
    close: source.close,
    listClosed: async () => {
      await handedOver();
      return source.listClosed();
    },
  };
}
