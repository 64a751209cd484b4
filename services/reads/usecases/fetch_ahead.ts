import { allRules, type Rules } from '../../../lib/rules/rules.ts';
import type { FetchedPage } from './fetch_page.ts';

/**
 * Fetches while others commit. A provider's pages come one after the other, so the next is asked for as soon as one
 * names it; what came in while a commit ran is handed out together and committed as one. How much may lie here is
 * bounded by text, not only by pages: of large pages there is one on its way, of small ones a few.
 */
export type FetchAhead = {
  /**
   * What has come in since the last call, at least one page; null after the last page, and after one that the next has
   * to be waited for. Throws what a fetch threw.
   */
  take(): Promise<FetchedPage[] | null>;
  /** Asks for no page after the one that is on its way. */
  close(): void;
};

const MAX_PAGES = 8;
const MAX_CHARS = 512 * 1024;

export function fetchAhead(
  fetch: (cursorJson: string | null) => Promise<FetchedPage>,
  from: string | null,
  rules: Rules = allRules,
): FetchAhead {
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
      if (page.nextCursorJson === null || page.waitMillis > 0 || isClosed) return;
      cursorJson = page.nextCursorJson;
      changed();
      while (!isClosed && isFull() && rules.holds('bounded'))
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
