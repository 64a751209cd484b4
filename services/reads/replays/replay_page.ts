import { unmetered } from '../../../connectors/calls/meter.ts';
import { providerCalls } from '../../../connectors/calls/provider_calls.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { type Json, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ArchiveKeys } from '../archive/archive_keys.ts';
import { archiveSource, makeOpenArchivedPage, notArchived, type OpenedPage } from '../archive/archive_source.ts';
import type { ArchivedPage, ArchiveStore, StoredPage } from '../archive/archived_page.ts';
import type { MessageStore } from '../messages/message.ts';
import { skipRecords } from '../operations/ledger.ts';
import type { ReplayDifference } from '../operations/replay.ts';
import { type CallAuths, type FetchPage, makeFetchPage } from '../pages/fetch_page.ts';
import type { FetchedPage, ReadRun } from '../pages/pages_to_commit.ts';
import { addDifferences, type ComparedRecord, compareRecords } from './replay.ts';

type Stores = { messages: MessageStore; archive: ArchiveStore };

type Deps = { stores: Stores; keys: ArchiveKeys; providers: ProviderCatalogue };

/**
 * The cursor of a replay: the number of the next archived page, the number of the last archived page, and the engine's
 * cursor.
 */
type ReplayCursor = { pageSeq: number; last: number; cursor: string | null };

/**
 * Replays an archived page with the code of a real read (fetch_page.ts). `send` answers from the archive, there are no
 * credentials, and the clock shows the original time. Compares the result with the records that were delivered. A
 * replay that only compares returns no records; lease, checkpoint and log work as in a read. Throws unprocessable when
 * a page is not archived.
 */
export function makeReplayPage(deps: Deps): FetchPage {
  const { stores, providers } = deps;
  const openArchivedPage = makeOpenArchivedPage(deps);

  return async function replayPage(run: ReadRun, cursorJson: string | null, signal: AbortSignal): Promise<FetchedPage> {
    const { replay } = run.operation;
    if (!replay) throw new Error('This operation is not a replay.');
    const place = cursorJson === null ? await start(run, replay.of) : (JSON.parse(cursorJson) as ReplayCursor);
    const opened = await openArchivedPage(run.operation, replay.of, place.pageSeq);
    const source = archiveSource(opened.page, opened.bodyOf);
    const fetchPage = makeFetchPage({
      providers,
      calls: providerCalls(source.send),
      auths: authOf(opened.page),
      clock: { now: () => opened.page.at },
      pageMeter: () => unmetered,
      archivePage: null,
    });
    const read = withoutLeftOut(await fetchPage(run, place.cursor, signal), opened);
    const next = nextPlace(place, read.nextCursorJson);
    const compared = compareRecords(await deliveredRecords(stores, run, opened), read.records);
    const missed = next ? null : await missedPages(run, replay.of, place);
    return {
      ...(replay.delivers ? read : { ...read, records: [], fetched: 0, skipped: {} }),
      nextCursorJson: next && JSON.stringify(next),
      lagMs: 0,
      waitMs: 0,
      notes: [...(cursorJson === null ? read.notes : []), ...endNotes(place, read.nextCursorJson)],
      difference: addDifferences({ ...compared, ...source.counts }, missed ?? compareRecords([], [])),
    };
  };

  async function start({ operation }: ReadRun, of: string): Promise<ReplayCursor> {
    const range = await stores.archive.range(operation.projectId, of);
    if (!range) throw notArchived();
    return { pageSeq: range.first, last: range.last, cursor: null };
  }

  /** Compares the original pages that the replay does not reach; their records count as removed. */
  async function missedPages(run: ReadRun, of: string, { pageSeq, last }: ReplayCursor): Promise<ReplayDifference> {
    let sum = compareRecords([], []);
    for (let seq = pageSeq + 1; seq <= last; seq += 1)
      sum = addDifferences(
        sum,
        compareRecords(await deliveredRecords(stores, run, await openArchivedPage(run.operation, of, seq)), []),
      );
    return sum;
  }
}

function nextPlace({ pageSeq, last }: ReplayCursor, cursor: string | null): ReplayCursor | null {
  return cursor === null || pageSeq === last ? null : { pageSeq: pageSeq + 1, last, cursor };
}

function endNotes({ pageSeq, last }: ReplayCursor, cursor: string | null): string[] {
  return cursor !== null && pageSeq === last ? [`page ${last} is the last archived page, but names a next one`] : [];
}

/** Empty credentials under the original parameter names, so that URLs match the archived ones. */
function authOf({ variables, secretParams }: ArchivedPage): CallAuths {
  const query = Object.fromEntries(secretParams.map((name) => [name, '']));
  const auth = { headers: {}, query, variables, generation: 0, expireTime: 0 };
  return {
    get: async () => auth,
    reject: async () => {
      throw new Problem(
        'unprocessable',
        'In the archived responses, the provider refused the credentials of the original operation.',
      );
    },
    clear: () => {},
  };
}

/** Skips the records that the original read skipped because an earlier read had delivered them. */
function withoutLeftOut(read: FetchedPage, { page, stored }: OpenedPage): FetchedPage {
  const left = new Set(stored.leftOut.map((at) => page.ids[at]).filter((id) => id !== null));
  if (left.size === 0) return read;
  return skipRecords(
    read,
    'alreadyDelivered',
    read.records.filter(({ id }) => id === null || !left.has(id)),
  );
}

type DeliveredRecordsStores = { messages: MessageStore };

/**
 * Returns the delivered records of an archived page: the ids from the archived page, and the texts from its messages,
 * in the same order. If the body of a message was deleted, only its record count is known.
 */
async function deliveredRecords(
  stores: DeliveredRecordsStores,
  { operation }: ReadRun,
  { page, stored }: { page: ArchivedPage; stored: StoredPage },
): Promise<ComparedRecord[]> {
  const left = new Set(stored.leftOut);
  const ids = page.ids.filter((_id, i) => !left.has(i));
  const messages = stored.messages === 0 ? [] : await stores.messages.ofPage(operation, stored);
  const texts = messages.flatMap(({ numRecords, body, resultJson }) =>
    body === null ? new Array<null>(numRecords).fill(null) : recordTextsOf(resultJson ?? body),
  );
  return ids.map((id, i) => ({ id, text: texts[i] ?? null }));
}

/** The record texts in a message body, or in a result that is stored separately. */
function recordTextsOf(json: string): string[] {
  const parsed = parseJson(json) as Json[] | { result: Json[] };
  return (Array.isArray(parsed) ? parsed : parsed.result).map(stringifyJson);
}
