import { Buffer } from 'node:buffer';
import { type CallAuthCache, createCallAuthCache } from '../../../connectors/calls/call_auth_cache.ts';
import { throwRefusal } from '../../../connectors/calls/credentials.ts';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { secretsIn } from '../../../connectors/calls/request_secrets.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { Provider, ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { selectRecord, tombstoneOf } from '../../../connectors/engine/fields/select.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { type ProviderRecord, type ReadTarget, readPage } from '../../../connectors/engine/read/read.ts';
import { recordTime, sinceResolutionMs } from '../../../connectors/engine/read/record_time.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import { stringifyJsonInTurns } from '../../../lib/json/json.ts';
import { currentTurn } from '../../../lib/loop/turn.ts';
import type { FieldSelection } from '../../../lib/read_plan/read_plan.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ArchivePage } from '../archive/archive_page.ts';
import type { ReadSpan } from '../backfills/backfill_window.ts';
import { type CallAuth, type InstallationClient, throwInstallationDeleted } from '../installation.ts';
import { skipRecords } from '../operations/ledger.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { FetchedPage, FetchedRecord, ReadRun } from './pages_to_commit.ts';
import type { PageMeter } from './prefetch_pages.ts';
import { canFilterByTime, providerOf, readTimesOf } from './read_of.ts';

type Deps = {
  providers: ProviderCatalogue;
  calls: ProviderCalls;
  auths: Pick<CallAuths, 'get' | 'reject'>;
  pageMeter: PageMeter;
  clock: Clock;
  /** Null when archiving is off. */
  archivePage: ArchivePage | null;
};

/** Max lag that is believed: an older Date header most likely comes from a cache. Ms. */
const MAX_LAG_MS = 24 * 3_600_000;
/** The resolution of the Date header, ms. */
const DATE_STEP_MS = 1_000;
/** Lags are rounded up to a multiple of this, so that they do not vary with network delays. Ms. */
const LAG_STEP_MS = 5_000;

/**
 * Fetches one page and renders its records. After a 401 the page is fetched once more with new credentials. Throws
 * ProviderFailure, a Problem of the installation service, or the error of a cancelled call.
 */
export function makeFetchPage({ providers, calls, auths, pageMeter, clock, archivePage }: Deps) {
  return async function fetchPage(run: ReadRun, cursorJson: string | null, signal: AbortSignal): Promise<FetchedPage> {
    const auth = await auths.get(run.plan);
    try {
      return await fetchAs(auth, run, cursorJson, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'credentials') throw error;
      await auths.reject(run.plan, auth);
      const refreshed = await auths.get(run.plan);
      if (refreshed.generation === auth.generation) throw error;
      return fetchAs(refreshed, run, cursorJson, signal);
    }
  };

  async function fetchAs(
    auth: CallAuth,
    run: ReadRun,
    cursorJson: string | null,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const selection = JSON.parse(run.plan.selectionJson) as FieldSelection;
    const provider = providerOf(providers, run.plan);
    const meter = pageMeter({ provider, run, auth, signal });
    const target = {
      ...targetOf(provider, run, selection, auth),
      tombstones: wantsTombstones(run.operation),
    };
    let lagMs = 0;
    let bytes = 0;
    const notes: string[] = [];
    const now = clock.now();
    const archiving = archivePage?.(run.operation, auth, now);
    const page = await calls({ held: secretsIn(auth), meter }, async ({ send, text }) => {
      const heard = archiving?.listen(send) ?? send;
      const asked: SendRequest = async (request) => {
        const response = await heard({ ...request, signal });
        lagMs = Math.max(lagMs, lagOf(response.headers['date'], clock.now()));
        bytes += Buffer.byteLength(response.text);
        return response;
      };
      const read = await readPage(target, cursorJson, asked, {
        onInfer: (note) => notes.push(text(note)),
        now: () => now,
      });
      return {
        ...read,
        ...(read.doubt !== undefined && { doubt: text(read.doubt) }),
        warnings: [read.warning, read.untimed].filter((one) => one !== undefined).map(text),
      };
    });
    const fetched: FetchedPage = {
      records: await renderRecords(page.records, selection),
      fetched: page.fetched,
      skipped: page.skipped,
      // A page with few records may be followed by others: only the provider says which page is the last.
      nextCursorJson: page.next,
      estimatedTotal: page.total ?? null,
      lagMs,
      bytes,
      waitMs: page.waitMs ?? 0,
      notes,
      doubt: page.doubt,
      warnings: page.warnings,
    };
    const wanted = within(fetched, run);
    const ids = wanted.records.map(({ id }) => id);
    return { ...wanted, archived: await archiving?.done({ ids, isFirst: cursorJson === null }) };
  }

  function within(page: FetchedPage, { operation, plan }: ReadRun): FetchedPage {
    const provider = providerOf(providers, plan);
    return skipOutsideBackfill(page, { ...operation, readBefore: readBeforeOf(provider, plan) }, () =>
      canFilterByTime(provider, plan, 'until'),
    );
  }

  /** A backfill delivers existing records; deleted records belong to reads of changes. */
  function wantsTombstones({ readType, sinceTime }: ReadRun['operation']): boolean {
    return readType !== 'backfill' && sinceTime !== null;
  }
}

/** A record with more characters is also rendered as a JSON list, because it may be stored as a separate result. */
const MIN_LARGE_RECORD_LENGTH = 64 * 1024;

/**
 * Renders the records as text. Lets other work of the process run meanwhile, because a page may be megabytes in size.
 * Empties `records` step by step, so that a record and its text are not both in memory for the whole page.
 */
async function renderRecords(records: ProviderRecord[], selection: FieldSelection): Promise<FetchedRecord[]> {
  const texts: FetchedRecord[] = [];
  const turn = currentTurn();
  records.reverse();
  for (let record = records.pop(); record !== undefined; record = records.pop()) {
    const wanted = record.deleted ? tombstoneOf(record) : selectRecord(record, selection);
    await turn.pause();
    const list = await stringifyJsonInTurns([wanted], turn);
    const text = list.slice(1, -1);
    const { id, updatedAt } = record;
    const long = list.length > MIN_LARGE_RECORD_LENGTH ? { list } : {};
    texts.push({ id, updatedAt, text, ...long, ...(record.deleted && { isDeleted: true as const }) });
    await turn.pause();
  }
  return texts;
}

function lagOf(date: string | undefined, now: number): number {
  const behind = now - Date.parse(date ?? '');
  return behind > DATE_STEP_MS ? Math.min(Math.ceil(behind / LAG_STEP_MS) * LAG_STEP_MS, MAX_LAG_MS) : 0;
}

/** The range that earlier reads covered, shortened by the resolution of the provider's times. */
function readBeforeOf(provider: Provider, { module, objectName, readBefore }: ReadPlan): ReadSpan | undefined {
  if (!readBefore) return undefined;
  const { spec } = findObject(provider, module || undefined, objectName);
  return { ...readBefore, to: readBefore.to - sinceResolutionMs(spec) };
}

function targetOf(
  provider: Provider,
  { plan, operation }: ReadRun,
  selection: FieldSelection,
  auth: CallAuth,
): ReadTarget {
  return {
    provider,
    ...readTimesOf(plan, operation),
    variables: auth.variables,
    auth,
    ...fieldsOf(provider, { plan, operation }, selection),
    pageSize: plan.pageSize > 0 ? plan.pageSize : undefined,
  };
}

type WantedFields = Pick<ReadTarget, 'fields' | 'everything'>;

/** A sweep needs only the id field, if the provider file names it. */
function fieldsOf(
  provider: Provider,
  { plan, operation }: Pick<ReadRun, 'plan' | 'operation'>,
  of: FieldSelection,
): WantedFields {
  const wanted = {
    everything: of.selectAll,
    fields: of.selectAll ? [] : [...of.selectedFields, ...of.mappings.map(({ fieldName }) => fieldName)],
  };
  if (operation.readType !== 'sweep') return wanted;
  const { id } = findObject(provider, plan.module || undefined, plan.objectName).spec;
  return typeof id === 'string' && /^\w+$/.test(id) ? { everything: false, fields: [id] } : wanted;
}

export type FetchPage = ReturnType<typeof makeFetchPage>;

export type CallAuths = CallAuthCache<CallAuth>;

type CallAuthsDeps = { installation: Pick<InstallationClient, 'getCallAuth' | 'reportRejected'>; clock: Clock };

/** Caches the credentials for provider calls. The installation service stores them. */
export function createCallAuths({ installation, clock }: CallAuthsDeps): CallAuths {
  const source = {
    get: ({ projectId, connectionId }: { projectId: string; connectionId: string }) =>
      installation.getCallAuth(projectId, connectionId).catch(throwRefusal).catch(throwInstallationDeleted),
    reportRejected: ({ projectId, connectionId }: { projectId: string; connectionId: string }, generation: number) =>
      installation.reportRejected(projectId, connectionId, generation),
  };
  return createCallAuthCache({ source, clock });
}

type BackfillWindow = Pick<ClaimedOperation, 'readType' | 'untilTime'> & {
  /** Only for a backfill without an end. */
  readBefore?: ReadSpan | undefined;
};

/**
 * A backfill of the difference reads only records that are older than the records of the earlier backfill. Few
 * providers can filter by an end time, so later records from the other providers are dropped here: these records were
 * delivered already, or a scheduled read will deliver them. Without a schedule, records inside the range of earlier
 * reads are dropped instead; no provider can exclude a range. A record whose time cannot be parsed is delivered. A
 * total that counts dropped records is removed.
 */
export function skipOutsideBackfill(
  page: FetchedPage,
  { readType, untilTime, readBefore }: BackfillWindow,
  isAskedForEnd: () => boolean,
): FetchedPage {
  if (readType !== 'backfill') return page;
  const span = untilTime === null ? readBefore : { from: untilTime, to: Number.POSITIVE_INFINITY };
  if (!span) return page;
  const isLeftOut = (time: number) => time > span.from && time <= span.to - page.lagMs;
  const kept = page.records.filter(({ updatedAt }) => !isLeftOut(recordTime(updatedAt)));
  const left = skipRecords(page, 'outsideBackfill', kept);
  return untilTime !== null && isAskedForEnd() ? left : { ...left, estimatedTotal: null };
}
