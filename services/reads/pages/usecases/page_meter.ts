/**
 * The rate budgets of a page. A call sleeps through a short wait. For a longer one the operation is parked
 * (RateLimitExhausted), and its worker is free for others.
 *
 * A page may take many calls, and a parked page starts again at its first call. So a call in the middle of a page waits
 * longer, and up to a quarter of an hour if that page was parked before: otherwise a page with more calls than a window
 * allows would never finish. It does not wait longer than that, because it occupies a worker.
 */
import type { CallBudgets } from '../../../../connectors/calls/call_budgets.ts';
import type { Meter } from '../../../../connectors/calls/meter.ts';
import type { Provider } from '../../../../connectors/engine/file/provider.ts';
import type { CallAuth } from '../../domain/installation.ts';
import type { ReadRun } from '../domain/read_run.ts';

type Page = { provider: Provider; run: ReadRun; auth: CallAuth; signal: AbortSignal };

export type PageMeter = (page: Page) => Meter;

/** Max wait that is slept, ms. */
const MOMENT = 1_000;
/** The same in the middle of a page. */
const MID_PAGE = 60_000;
/** The same in the middle of a page that was parked before. */
const AGAIN_MID_PAGE = 15 * 60_000;

export function makePageMeter(budgets: Pick<CallBudgets, 'ofData'>): PageMeter {
  return ({ provider, run: { plan, operation }, auth: { providerAppId }, signal }) => {
    const { projectId, connectionId, objectName } = plan;
    return budgets.ofData({
      provider,
      caller: { projectId, connectionId, objectName, providerAppId },
      isInteractive: false,
      patience: (callsMade) => (callsMade === 0 ? MOMENT : operation.rateLimits > 0 ? AGAIN_MID_PAGE : MID_PAGE),
      signal,
    });
  };
}
