import { expect } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { REFUSED, type Scrape, scrapeOf } from './alert_walk.ts';

/** A platform starts and counts its backlogs in this time, also on a busy machine. Ms. */
const TIMEOUT_MS = 120_000;

/** The metrics of a process as Prometheus gets them: one that refuses is not up. */
export function scrapedMetrics(port: number) {
  async function scrape(): Promise<Scrape> {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
    return answer ? scrapeOf(await answer.text()) : REFUSED;
  }

  /** Scrapes until it is so. */
  async function scrapedWhen(isSo: (scraped: Scrape) => boolean): Promise<Scrape> {
    let scraped = await scrape();
    await eventually(async () => {
      if (!isSo(scraped)) scraped = await scrape();
      expect(isSo(scraped)).toBe(true);
    }, TIMEOUT_MS);
    return scraped;
  }

  return { scrape, scrapedWhen };
}
