import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { Provider, ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import { readPage, type ReadTarget } from '../../../connectors/engine/read/read.ts';
import { selectRecord, type Selection } from '../../../connectors/engine/fields/select.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CallAuth } from '../domain/installation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { CallAuthCache } from './call_auth_cache.ts';
import { providerOf, readOf } from './read_of.ts';

type Deps = { providers: ProviderCatalogue; send: Send; auths: CallAuthCache; clock: Clock };

export type FetchedPage = {
  /** Each as JSON text, mapped as the installation wants it: parsed values are not kept longer than this. */
  records: string[];
  /** Null when this was the last page. */
  nextCursorJson: string | null;
  /** Null when the provider names none. */
  estimatedTotal: number | null;
  /** How far the provider's clock is behind ours; 0 when it is not, or does not say. Ms. */
  lagMillis: number;
  /** The next page is not worth asking for before: the provider is preparing it. Ms; 0 when it is there. */
  waitMillis: number;
  /** What the engine found out by itself, each said once a read. */
  notes: string[];
};

/** A clock this far behind is no clock: an answer out of a cache, most likely. */
const LONGEST_LAG = 24 * 3_600_000;
/** The header counts in seconds. */
const DATE_STEP = 1_000;
/** More would bury the rest of an operation's log. */
const MOST_NOTES = 20;

/**
 * Fetches one page and renders its records. A 401 is reported, once, and the page asked for again with what comes back.
 * Throws ProviderFailure, a Problem of the installation service, or what the client throws when it is cancelled.
 */
export function makeFetchPage({ providers, send, auths, clock }: Deps) {
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
    const target = targetOf(providerOf(providers, run.plan), run, selection, auth);
    let lagMillis = 0;
    const notes: string[] = [];
    const asked: Send = async (request) => {
      const response = await send({ ...request, signal });
      lagMillis = lagOf(response.headers['date'], clock.now());
      return response;
    };
    const page = await readPage(target, cursorJson, asked, { onInfer: (note) => notes.push(note) });
    return {
      records: page.records.map((record) => stringifyJson(selectRecord(record, selection))),
      nextCursorJson: page.next,
      estimatedTotal: page.total ?? null,
      lagMillis,
      waitMillis: page.waitMs ?? 0,
      notes: unsaid(run.plan, notes),
    };
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
  return behind > DATE_STEP ? Math.min(behind, LONGEST_LAG) : 0;
}

/** Whether the provider can be asked for what changed; otherwise every read of the object is a full one. */
export function makeIsIncremental({ providers }: Pick<Deps, 'providers'>) {
  return function isIncremental(plan: ReadPlan): boolean {
    const { spec } = findObject(providerOf(providers, plan), plan.module || undefined, plan.objectName);
    return [spec, spec.narrowed].some((one) => one?.since !== undefined || one?.where?.since !== undefined);
  };
}

function targetOf(provider: Provider, { plan, operation }: ReadRun, selection: Selection, auth: CallAuth): ReadTarget {
  return {
    provider,
    ...readOf(plan, operation),
    variables: auth.variables,
    auth,
    everything: selection.selectAll,
    fields: selection.selectAll
      ? []
      : [...selection.selectedFields, ...selection.mappings.map(({ fieldName }) => fieldName)],
    pageSize: plan.pageSize > 0 ? plan.pageSize : undefined,
  };
}

export type FetchPage = ReturnType<typeof makeFetchPage>;
export type IsIncremental = ReturnType<typeof makeIsIncremental>;
