import type { SendRequest } from '../../../lib/http/outbound.ts';
import { type Json, stringifyJson } from '../../../lib/json/json.ts';
import { type Answer, exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { ProviderRecord } from '../answer/provider_record.ts';
import { checkRecordSizes } from '../answer/record_limits.ts';
import { rawRecords } from '../answer/record_list.ts';
import { providerRecords } from '../answer/records.ts';
import { rawDescriptions } from '../field_descriptions/metadata_pages.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { Paging } from '../file/paging_facts.ts';
import { getPath } from '../json_path.ts';
import { namedPlan } from '../objects/named_plan.ts';
import { countsUntilEmpty } from '../paging/counts_until_empty.ts';
import { pagingOf } from '../paging/named_paging.ts';
import { checkedStep } from '../paging/next_origin.ts';
import { type NextStep, nextStep } from '../paging/next_step.ts';
import type { Step } from '../paging/step.ts';
import { authenticated, type Draft, draftOf } from '../request/draft.ts';
import { pageSizeOf } from '../request/placements.ts';
import { planFilters } from '../request/pushed_filters.ts';
import type { ReadTarget } from '../request/read_target.ts';
import type { Position } from './cursor_text.ts';
import { nameCustomFields } from './custom_fields.ts';
import { filterRecords } from './field_filters.ts';
import { type EndNotes, endNotes } from './list_doubt.ts';
import { tallyAfter } from './list_tally.ts';
import type { Page } from './page.ts';
import { digest, watchPage } from './page_watch.ts';
import { separateDeleted } from './read_deleted.ts';
import { withDetails } from './record_details.ts';
import { skippedBy } from './skipped.ts';
import { untimedNote } from './untimed_records.ts';
import { isPastSince, isTimeFilteredByEngine, withinBounds } from './within_bounds.ts';

/** The values that are the same for all pages of a read. `now` is in Unix milliseconds. */
export type ReadContext = {
  target: ReadTarget;
  plan: ObjectPlan;
  send: SendRequest;
  now: number;
  note: (text: string) => void;
  /** Paths of this object's records that a child object needs. */
  wanted?: string[];
};
/** The counts of a page. Absent when the page made no request for records. */
type Counts = Partial<Pick<Page, 'fetched' | 'skipped'>>;
export type PlainPage = Omit<Page, 'next' | keyof Counts> &
  Counts & {
    next: Position | null;
    /**
     * Only for an object with `descend` (folders in folders): all records of the response, also those that time or
     * filter exclude, because they may contain wanted records.
     */
    listed?: Json[] | undefined;
  };

/** Reads one page of one list. `above` is the parent record. */
export async function readPlain(asked: ReadContext, at: Position, above?: Json): Promise<PlainPage> {
  const context = { ...asked, plan: namedPlan(asked.plan) };
  const { target, plan, send, now } = context;
  const parent = above ?? plan.parent;
  const draft = draftOf(target, plan, at.step, now, parent);
  const answer = await exchange(target.provider, authenticated(draft, target), send, now, plan.spec.format);
  if (answer.format !== 'json' && !plan.spec.format) context.note(`the response format is ${answer.format}`);
  if (answer.body === undefined) return withoutBody(context, answer, at);
  const raw = rawRecords(answer.body, plan, context.note);
  await checkRecordSizes(target.provider.displayName, raw, answer);
  const records = await providerRecords(raw, plan, context.note, parent);
  if (plan.isUnknown && isFirstAgain(at, records)) {
    context.note('the second page repeats the first, so the path has no pages');
    const doubt = 'The provider ignored the page parameter that the engine tried, so there may be more records.';
    const skipped = skippedBy({ ...NONE, repeatedPage: raw.length });
    return { records: [], fetched: raw.length, skipped, next: null, doubt };
  }
  return {
    ...(await finishPage(raw.length, records, context)),
    ...onward(context, { draft, answer, raw, records, at }),
    ...(plan.spec.descend && { listed: raw }),
    ...totalOf(answer.body, plan, target),
  };
}

/**
 * Handles a response without a body. On the first page, no body means an empty list. A 204 also means the end if paging
 * counts until an empty page. On any other page, a missing body is a failure, because the remaining records would be
 * lost silently.
 */
function withoutBody({ plan, target }: ReadContext, { status }: Answer, { step }: Position): PlainPage {
  const ways = [plan.spec.paging ?? []].flat() as Paging[];
  const isEnd = (way: Paging) =>
    ('untilEmpty' in way && way.untilEmpty) ||
    (countsUntilEmpty(way) && step && 'set' in step && way.param in step.set);
  if (step === null || (status === 204 && ways.some(isEnd))) return { records: [], next: null };
  throw new ProviderFailure(
    'providerFault',
    `${target.provider.displayName} answered a later page with an empty body.`,
    {
      status,
    },
  );
}

async function finishPage(
  fetched: number,
  records: ProviderRecord[],
  context: ReadContext,
): Promise<Pick<Page, 'records' | 'fetched' | 'skipped' | 'untimed'>> {
  const { target, plan, send, now, note } = context;
  const { current, deletedRecords, left } = separateDeleted(records, plan.spec, target);
  const inside = withinBounds(current, plan.spec, target);
  const deletedInside = withinBounds(deletedRecords, plan.spec, target);
  const whole = await withDetails(inside, context);
  const named = await nameCustomFields(whole, plan.spec.customFields, target, async ({ records: fields, ...facts }) => {
    const { raw } = await rawDescriptions({ target, plan, facts: { ...facts, fields }, send, now });
    return raw;
  });
  const wanted = filterRecords(named, planFilters(plan.spec, target.filters), note);
  const skipped = skippedBy({
    ...NONE,
    otherKind: fetched - records.length,
    outsideTime: current.length + deletedRecords.length - inside.length - deletedInside.length,
    deleted: left,
    filteredOut: named.length - wanted.length,
  });
  const untimed = untimedNote(current, plan.spec, target);
  return {
    records: deletedInside.length > 0 ? [...wanted, ...deletedInside] : wanted,
    fetched,
    skipped,
    ...(untimed !== undefined && { untimed }),
  };
}

type Read = { draft: Draft; answer: Answer; raw: Json[]; records: ProviderRecord[]; at: Position };

/** The position of the next page. At the end of the list: the doubts and warnings about it. */
function onward(
  { target, plan, note }: ReadContext,
  { draft, answer, raw, records, at }: Read,
): { next: Position | null } & EndNotes {
  const tally = tallyAfter(at, answer.body as Json, raw.length, plan.spec);
  const turn = {
    url: draft.url,
    headers: answer.headers,
    body: answer.body as Json,
    records: raw,
    lastId: records.at(-1)?.id ?? null,
    step: at.step,
    read: tally?.read,
  };
  const paging = pagingOf(plan.spec);
  // The list is sorted newest first, and the remaining records are older than `since`.
  if (isPastSince(records, plan.spec, target)) return { next: null };
  const found = plan.spec.single ? ONE_RECORD : nextStep(turn, paging, note);
  if (found.step === null)
    return {
      next: null,
      ...endNotes(turn, { isConfirmed: found.isConfirmed, tally, ...factsForEndNotes(plan, target) }),
    };
  const step = checkedStep(found.step, draft.url, target.provider, target.auth.query);
  const content = contentOf(records, paging);
  const told = content === '' ? { content: hintOf(records), isHint: true } : { content };
  const watch = watchPage(at.watch, { step: stepOf(step, paging, at), ...told });
  return { next: { step, watch, ...(tally && { tally }) } };
}

/** The facts about the request that `endNotes` needs at the end of the list. */
function factsForEndNotes(
  { spec }: ObjectPlan,
  target: ReadTarget,
): { isNarrowed: boolean; onlyPageSize: number | null } {
  const { since, until, filters = [] } = target;
  const isOnlyPage = !spec.single && ([pagingOf(spec)].flat() as Paging[]).every(({ kind }) => kind === 'none');
  return {
    isNarrowed: since !== undefined || until !== undefined || filters.length > 0,
    onlyPageSize: isOnlyPage ? pageSizeOf(target, spec) : null,
  };
}

/**
 * A digest of the next step, used to detect a cycle. Some providers repeat the same token on every page. For these
 * providers the digest includes the page count, and only the records can show a cycle.
 */
function stepOf(step: Step, paging: Paging | readonly Paging[], { watch }: Position): string {
  return digest(JSON.stringify(staysSame(paging) ? [step, watch?.count ?? 0] : step));
}

function staysSame(paging: Paging | readonly Paging[]): boolean {
  return ([paging].flat() as Paging[]).some((way) => way.kind === 'cursor' && way.untilEmpty);
}

/** Whether page 2 repeats page 1. Some providers ignore the page parameter on paths that have only one page. */
function isFirstAgain({ watch }: Position, records: readonly ProviderRecord[]): boolean {
  return watch?.count === 1 && watch.content !== '' && watch.content === contentOf(records, { kind: 'auto' });
}

/**
 * A digest of the page's ids, to recognise a repeated page. Only for page numbers and offsets (also inferred ones),
 * because a provider that ignores them repeats the same records, and for tokens that every page has. Empty for other
 * paging, and if a record has no id.
 */
function contentOf(records: readonly ProviderRecord[], paging: Paging | readonly Paging[]): string {
  const isCounted =
    staysSame(paging) ||
    ([paging].flat() as Paging[]).some(({ kind }) => kind === 'offset' || kind === 'page' || kind === 'auto');
  const ids = records.map(({ id }) => id);
  return isCounted && ids.length > 0 && !ids.includes(null) ? digest(JSON.stringify(ids)) : '';
}

/**
 * The digest for pages for which `contentOf` is empty: a provider may return the same page forever, each time with a
 * new token. It is a hint only (`isHint` of page_watch.ts). Empty if a record has no id.
 */
function hintOf(records: readonly ProviderRecord[]): string {
  const [first, last] = [records[0], records.at(-1)];
  const ids = records.map(({ id }) => id);
  return first && last && !ids.includes(null) ? digest(stringifyJson([ids, first.raw, last.raw])) : '';
}

/**
 * The provider's total. Omitted if the engine filters records itself, because the total includes the filtered records.
 */
function totalOf(body: Json, { spec }: ObjectPlan, target: ReadTarget): { total?: number } {
  if (planFilters(spec, target.filters).byEngine.length > 0 || isTimeFilteredByEngine(spec, target)) return {};
  const total = spec.total ? Number(getPath(body, spec.total) ?? NaN) : NaN;
  return Number.isNaN(total) ? {} : { total };
}

const ONE_RECORD: NextStep = { step: null, isConfirmed: true };
const NONE = { otherKind: 0, outsideTime: 0, filteredOut: 0, repeatedPage: 0, deleted: 0 };

export const FIRST_PAGE: { step: Step | null; watch: null } = { step: null, watch: null };
