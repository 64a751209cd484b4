/**
 * makePageMeter draws the permits of a page from the rate budgets. When a permit is available soon, the call waits for
 * it. For a longer wait the operation is parked (RateLimitExhausted), and its worker is free for other operations.
 *
 * A page may take many calls, and a parked page starts again at its first call. So a call in the middle of a page waits
 * longer, and up to a quarter of an hour if that page was parked before: otherwise a page with more calls than a window
 * allows would never finish. The wait is limited, because a waiting call occupies a worker.
 */

import type { CallBudgets } from '../../../connectors/calls/call_budgets.ts';
import type { Meter } from '../../../connectors/calls/meter.ts';
import type { Provider } from '../../../connectors/engine/file/provider.ts';
import type { CallAuth } from '../installation.ts';
import type { FetchedPage, ReadRun } from './pages_to_commit.ts';

/**
 * Fetches the next pages while a commit runs. Each page contains the cursor of the next page, so the next page is
 * requested as soon as its cursor is known. Pages that arrive during a commit are returned together and committed as
 * one. Memory is bounded by text size and by page count: one large page, or a few small pages.
 */
type PrefetchedPages = {
  /**
   * Returns the pages that arrived since the last call, at least one. Returns null after the last page, and after a
   * page whose next page the provider has to prepare first. Throws the error of a failed fetch.
   */
  take(): Promise<FetchedPage[] | null>;
  /** Stops requesting pages; the request in flight is completed. */
  close(): void;
};

const MAX_PAGES = 8;
const MAX_CHARS = 512 * 1024;

export function prefetchPages(
  fetch: (cursorJson: string | null) => Promise<FetchedPage>,
  from: string | null,
): PrefetchedPages {
  let ready: FetchedPage[] = [];
  let chars = 0;
  let end: { error?: unknown } | null = null;
  let changed = () => {};
  const change = () =>
    new Promise<void>((resolve) => {
      changed = resolve;
    });
  let taken = () => {};
  let isClosed = false;
  const isFull = () => ready.length >= MAX_PAGES || chars >= MAX_CHARS;

  async function run(): Promise<void> {
    for (let cursorJson = from; ; ) {
      const page = await fetch(cursorJson);
      ready.push(page);
      chars += page.records.reduce((sum, { text }) => sum + text.length, 0);
      if (page.nextCursorJson === null || page.waitMs > 0 || isClosed) return;
      cursorJson = page.nextCursorJson;
      changed();
      while (!isClosed && isFull())
        await new Promise<void>((resolve) => {
          taken = resolve;
        });
      if (isClosed) return;
    }
  }

  const finish = (ending: { error?: unknown }) => {
    end = ending;
    changed();
  };
  run().then(
    () => finish({}),
    (error: unknown) => finish({ error }),
  );

  return {
    async take() {
      while (ready.length === 0 && end === null) await change();
      const pages = ready;
      ready = [];
      chars = 0;
      taken();
      if (pages.length > 0) return pages;
      if (end && 'error' in end) throw end.error;
      return null;
    },
    close() {
      isClosed = true;
      taken();
    },
  };
}

type PageToPrefetch = { provider: Provider; run: ReadRun; auth: CallAuth; signal: AbortSignal };

export type PageMeter = (page: PageToPrefetch) => Meter;

/** Max wait for a permit before the first call of a page. A longer wait parks the operation. */
const FIRST_CALL_WAIT_MS = 1_000;
/** Max wait for a permit in the middle of a page. */
const MID_PAGE_WAIT_MS = 60_000;
/** Max wait for a permit in the middle of a page that was parked before. */
const RESUMED_PAGE_WAIT_MS = 15 * 60_000;

export function makePageMeter(budgets: Pick<CallBudgets, 'ofData'>): PageMeter {
  return ({ provider, run: { plan, operation }, auth: { providerAppId }, signal }) => {
    const { projectId, connectionId, objectName } = plan;
    return budgets.ofData({
      provider,
      caller: { projectId, connectionId, objectName, providerAppId },
      isInteractive: false,
      maxWaitMs: (callsMade) =>
        callsMade === 0 ? FIRST_CALL_WAIT_MS : operation.rateLimits > 0 ? RESUMED_PAGE_WAIT_MS : MID_PAGE_WAIT_MS,
      signal,
    });
  };
}
