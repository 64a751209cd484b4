import { unmetered } from './rate_budgets.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import { compare, plus, type Difference } from '../domain/difference.ts';
import type { KeptPage } from '../domain/kept_page.ts';
import { skipping } from '../domain/ledger.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';
import type { CallAuthCache } from './call_auth_cache.ts';
import { deliveredRecords } from './delivered_records.ts';
import { makeFetchPage, type FetchedPage, type FetchPage } from './fetch_page.ts';
import { keptSource } from './kept_source.ts';
import type { KeptKeys } from './kept_keys.ts';
import { nothingKept } from './nothing_kept.ts';
import { makeOpenKeptPage, type OpenedPage } from './open_kept_page.ts';

type Deps = { stores: Stores; keys: KeptKeys; providers: ProviderCatalogue; rules: Rules; send: Send };

/** The place of a replay: which kept page is next, which is the last, and where the engine stands. */
type Place = { pageSeq: number; last: number; cursor: string | null };

/**
 * Makes a page again from what was kept of it: by the same code as a real read (fetch_page.ts), which is given another
 * `send`, the credentials of nobody and the time of then. Compares it with what was delivered then. A replay that only
 * compares hands on no records; all else about it (lease, checkpoint, log) is that of a read.
 */
export function makeReplayPage(deps: Deps): FetchPage {
  const { stores, providers, rules, send } = deps;
  const openKeptPage = makeOpenKeptPage(deps);

  return async function replayPage(run: ReadRun, cursorJson: string | null, signal: AbortSignal): Promise<FetchedPage> {
    const { replay } = run.operation;
    if (!replay) throw new Error('This operation is no replay.');
    const place = cursorJson === null ? await start(run, replay.of) : (JSON.parse(cursorJson) as Place);
    const opened = await openKeptPage(run.operation, replay.of, place.pageSeq);
    const source = keptSource(opened.page, opened.bodyOf, { rules, network: send });
    const fetchPage = makeFetchPage({
      providers,
      send: source.send,
      auths: authOf(opened.page),
      clock: { now: () => opened.page.at },
      rules,
      budgets: unmetered,
      keepPage: null,
    });
    const read = withoutLeftOut(await fetchPage(run, place.cursor, signal), opened);
    const next = nextPlace(place, read.nextCursorJson);
    const compared = compare(await deliveredRecords(stores, run, opened), read.records);
    const missed = next ? null : await missedPages(run, replay.of, place);
    return {
      ...(replay.delivers ? read : { ...read, records: [], fetched: 0, skipped: {} }),
      nextCursorJson: next && JSON.stringify(next),
      lagMillis: 0,
      waitMillis: 0,
      notes: [...(cursorJson === null ? read.notes : []), ...endNotes(place, read.nextCursorJson)],
      difference: plus({ ...compared, ...source.counts }, missed ?? compare([], [])),
    };
  };

  async function start({ operation }: ReadRun, of: string): Promise<Place> {
    const range = await stores.kept.range(operation.projectId, of);
    if (!range) throw nothingKept();
    return { pageSeq: range.first, last: range.last, cursor: null };
  }

  /** Pages of then that the replay does not come to: their records are removed. */
  async function missedPages(run: ReadRun, of: string, { pageSeq, last }: Place): Promise<Difference> {
    let sum = compare([], []);
    for (let seq = pageSeq + 1; seq <= last; seq += 1)
      sum = plus(sum, compare(await deliveredRecords(stores, run, await openKeptPage(run.operation, of, seq)), []));
    return sum;
  }
}

function nextPlace({ pageSeq, last }: Place, cursor: string | null): Place | null {
  return cursor === null || pageSeq === last ? null : { pageSeq: pageSeq + 1, last, cursor };
}

function endNotes({ pageSeq, last }: Place, cursor: string | null): string[] {
  return cursor !== null && pageSeq === last ? [`page ${last} is the last that was kept, and names another`] : [];
}

/** Nobody's credentials, in the places where there were some, so that URLs come out as they were kept. */
function authOf({ variables, secretParams }: KeptPage): CallAuthCache {
  const query = Object.fromEntries(secretParams.map((name) => [name, '']));
  const auth = { headers: {}, query, variables, generation: 0, expireTime: 0 };
  return {
    get: async () => auth,
    reject: async () => {
      throw new Problem('unprocessable', 'The provider refused the credentials of the original, too.');
    },
    clear: () => {},
  };
}

/** What an earlier read had delivered already is left out again. */
function withoutLeftOut(read: FetchedPage, { page, stored }: OpenedPage): FetchedPage {
  const left = new Set(stored.leftOut.map((at) => page.ids[at]).filter((id) => id !== null));
  if (left.size === 0) return read;
  return skipping(
    read,
    'alreadyDelivered',
    read.records.filter(({ id }) => id === null || !left.has(id)),
  );
}
