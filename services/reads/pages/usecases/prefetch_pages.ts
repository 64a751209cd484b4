import type { FetchedPage } from '../domain/fetched_page.ts';

/**
 * Fetches the next pages while a commit runs. A provider's pages come one after the other, so the next one is requested
 * as soon as its cursor is known. Pages that arrive during a commit are returned together and committed as one. Memory
 * is bounded by text size as well as by page count: one large page, or a few small ones.
 */
export type PrefetchedPages = {
  /**
   * Returns the pages that arrived since the last call, at least one. Returns null after the last page, and after a
   * page whose next one must be waited for. Throws what a fetch threw.
   */
  take(): Promise<FetchedPage[] | null>;
  /** Requests no page after the one in flight. */
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
