import { Buffer } from 'node:buffer';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { Provider, ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import { readPage, type ReadTarget } from '../../../connectors/engine/read/read.ts';
import { sinceGrain } from '../../../connectors/engine/read/record_time.ts';
import { selectRecord, tombstoneOf, type Selection } from '../../../connectors/engine/fields/select.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Span } from '../domain/backfill_window.ts';
import type { Difference } from '../domain/difference.ts';
import type { CallAuth } from '../domain/installation.ts';
import type { Skipped } from '../domain/ledger.ts';
import type { SealedPage } from '../domain/kept_page.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { RateBudgets } from './rate_budgets.ts';
import type { CallAuthCache } from './call_auth_cache.ts';
import type { KeepPage } from './keep_page.ts';
import { maskedFailure } from './credential_mask.ts';
import { leaveOutLater } from './leave_out_later.ts';
import { providerOf, readOf } from './read_of.ts';

type Deps = {
  providers: ProviderCatalogue;
  send: Send;
  auths: CallAuthCache;
  budgets: RateBudgets;
  clock: Clock;
  rules: Rules;
  /** Null where nothing is kept. */
  keepPage: KeepPage | null;
};

/** `text`: JSON, mapped as the installation wants it: parsed values are not kept longer than this. */
export type FetchedRecord = {
  id: string | null;
  /** As the provider writes it. */
  updatedAt: string | null;
  text: string;
  /** It stands for a record that was deleted. */
  isDeleted?: true;
};

export type FetchedPage = {
  records: FetchedRecord[];
  /** How many the answer held: the records, and what was skipped for a reason. */
  fetched: number;
  skipped: Skipped;
  /** Null when this was the last page. */
  nextCursorJson: string | null;
  /** Null when the provider names none. */
  estimatedTotal: number | null;
  /** How far the provider's clock is behind ours; 0 when it is not, or does not say. Ms. */
  lagMillis: number;
  /** Of all answers that it took; absent where nobody was asked. */
  bytes?: number;
  /** The next page is not worth asking for before: the provider is preparing it. Ms; 0 when it is there. */
  waitMillis: number;
  /** What the engine found out by itself, each said once a read. */
  notes: string[];
  /** What the provider answered, for a replay. */
  kept?: SealedPage | undefined;
  /** Of a replay: how its records differ from those of then. */
  difference?: Difference | undefined;
};

/** A clock this far behind is no clock: an answer out of a cache, most likely. */
const LONGEST_LAG = 24 * 3_600_000;
/** The header counts in seconds. */
const DATE_STEP = 1_000;
/** A lag is rounded up to this, so that it does not seem to grow and shrink with the way of the answers. */
const LAG_STEP = 5_000;
/** More would bury the rest of an operation's log. */
const MOST_NOTES = 20;

/**
 * Fetches one page and renders its records. A 401 is reported, once, and the page asked for again with what comes back.
 * Throws ProviderFailure, a Problem of the installation service, or what the client throws when it is cancelled.
 */
export function makeFetchPage({ providers, send, auths, budgets, clock, rules, keepPage }: Deps) {
  const selections = new WeakMap<ReadPlan, Selection>();
  const said = new WeakMap<ReadPlan, Set<string>>();

  return async function fetchPage(run: ReadRun, cursorJson: string | null, signal: AbortSignal): Promise<FetchedPage> {
    const auth = await auths.get(run.plan);
    try {
      return await fetchAs(auth, run, cursorJson, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'credentials') throw error;
      await auths.reject(run.plan, auth);
      const renewed = await auths.get(run.plan);
      if (renewed.generation === auth.generation) throw error;
      return fetchAs(renewed, run, cursorJson, signal);
    }
  };

  async function fetchAs(
    auth: CallAuth,
    run: ReadRun,
    cursorJson: string | null,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const selection = selectionOf(run.plan);
    const provider = providerOf(providers, run.plan);
    const budget = budgets.ofPage({ provider, run, auth, signal });
    const target = {
      ...targetOf(provider, run, selection, auth),
      tombstones: wantsTombstones(run.operation),
    };
    let lagMillis = 0;
    let bytes = 0;
    const notes: string[] = [];
    const now = clock.now();
    const keeping = keepPage?.(run, auth, now);
    const heard = keeping?.listen(send) ?? send;
    const asked: Send = budget.metered(async (request) => {
      const response = await heard({ ...request, signal });
      lagMillis = Math.max(lagMillis, lagOf(response.headers['date'], clock.now()));
      bytes += Buffer.byteLength(response.text);
      return response;
    });
    const page = await readPage(target, cursorJson, asked, {
      onInfer: (note) => notes.push(note),
      now: () => now,
      mayCircle: !rules.holds('circles'),
    }).catch((error: unknown) => budget.closing(maskedFailure(error, auth)));
    const fetched: FetchedPage = {
      records: page.records.map((record) => ({
        id: record.id,
        updatedAt: record.updatedAt,
        text: stringifyJson(record.deleted ? tombstoneOf(record) : selectRecord(record, selection)),
        ...(record.deleted && { isDeleted: true as const }),
      })),
      fetched: page.fetched,
      skipped: page.skipped,
      nextCursorJson: endsHere(page, run.plan) ? null : page.next,
      estimatedTotal: page.total ?? null,
      lagMillis,
      bytes,
      waitMillis: page.waitMs ?? 0,
      notes: unsaid(run.plan, notes),
    };
    const wanted = within(fetched, run);
    const ids = wanted.records.map(({ id }) => id);
    return { ...wanted, kept: await keeping?.done({ ids, isFirst: cursorJson === null }) };
  }

  /** Only the provider says what the last page is. Without the rule it is one that is not full. */
  function endsHere({ fetched }: { fetched: number }, { pageSize }: ReadPlan): boolean {
    return fetched < pageSize && !rules.holds('wayOn');
  }

  function within(page: FetchedPage, { operation, plan }: ReadRun): FetchedPage {
    if (!rules.holds('leaveOutLater')) return page;
    const provider = providerOf(providers, plan);
    return leaveOutLater(page, { ...operation, readBefore: readBeforeOf(provider, plan) }, () =>
      canAsk(provider, plan, 'until'),
    );
  }

  /** A backfill brings what there is; what was deleted is for reads of what changed. */
  function wantsTombstones({ readType, sinceTime }: ReadRun['operation']): boolean {
    return rules.holds('tombstones') && readType !== 'backfill' && sinceTime !== null;
  }

  function unsaid(plan: ReadPlan, notes: readonly string[]): string[] {
    const before = said.get(plan) ?? new Set();
    said.set(plan, before);
    return notes.filter((note) => before.size < MOST_NOTES && !before.has(note) && before.add(note));
  }

  function selectionOf(plan: ReadPlan): Selection {
    const selection = selections.get(plan) ?? (JSON.parse(plan.selectionJson) as Selection);
    selections.set(plan, selection);
    return selection;
  }
}

function lagOf(date: string | undefined, now: number): number {
  const behind = now - Date.parse(date ?? '');
  return behind > DATE_STEP ? Math.min(Math.ceil(behind / LAG_STEP) * LAG_STEP, LONGEST_LAG) : 0;
}

/** Shorter by as much as the provider's times are coarse. */
function readBeforeOf(provider: Provider, { module, objectName, readBefore }: ReadPlan): Span | undefined {
  if (!readBefore) return undefined;
  const { spec } = findObject(provider, module || undefined, objectName);
  return { ...readBefore, to: readBefore.to - sinceGrain(spec) };
}

/** Whether the provider can be asked for what changed; otherwise every read of the object is a full one. */
export function makeIsIncremental({ providers }: Pick<Deps, 'providers'>) {
  return function isIncremental(plan: ReadPlan): boolean {
    return canAsk(providerOf(providers, plan), plan, 'since');
  };
}

/** Whether a read of what changed tells of deleted records. */
export function makeTellsDeleted({ providers }: Pick<Deps, 'providers'>) {
  return function tellsDeleted(plan: ReadPlan): boolean {
    const { spec } = findObject(providerOf(providers, plan), plan.module || undefined, plan.objectName);
    return spec.deleted !== undefined || spec.narrowed?.deleted !== undefined || spec.parts !== undefined;
  };
}

function canAsk(provider: Provider, { module, objectName }: ReadPlan, bound: 'since' | 'until'): boolean {
  const { spec } = findObject(provider, module || undefined, objectName);
  return [spec, spec.narrowed].some((one) => one?.[bound] !== undefined || one?.where?.[bound] !== undefined);
}

function targetOf(provider: Provider, { plan, operation }: ReadRun, selection: Selection, auth: CallAuth): ReadTarget {
  return {
    provider,
    ...readOf(plan, operation),
    variables: auth.variables,
    auth,
    ...fieldsOf(provider, { plan, operation }, selection),
    pageSize: plan.pageSize > 0 ? plan.pageSize : undefined,
  };
}

type Wanted = Pick<ReadTarget, 'fields' | 'everything'>;

/** Of a sweep the ids are enough, where the file says which field that is. */
function fieldsOf(provider: Provider, { plan, operation }: Pick<ReadRun, 'plan' | 'operation'>, of: Selection): Wanted {
  const wanted = {
    everything: of.selectAll,
    fields: of.selectAll ? [] : [...of.selectedFields, ...of.mappings.map(({ fieldName }) => fieldName)],
  };
  if (operation.readType !== 'sweep') return wanted;
  const { id } = findObject(provider, plan.module || undefined, plan.objectName).spec;
  return typeof id === 'string' && /^\w+$/.test(id) ? { everything: false, fields: [id] } : wanted;
}

export type FetchPage = ReturnType<typeof makeFetchPage>;
export type IsIncremental = ReturnType<typeof makeIsIncremental>;
