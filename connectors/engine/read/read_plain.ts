import type { Send } from '../../../lib/http/outbound.ts';
import { stringifyJson, type Json } from '../../../lib/json/json.ts';
import type { Position } from './cursor_text.ts';
import { nameCustomFields } from './custom_fields.ts';
import { draftOf, signed, type Draft } from '../request/draft.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { exchange, type Answer } from '../answer/exchange.ts';
import { matching, planFilters } from './field_filters.ts';
import { getPath } from '../json_path.ts';
import { named } from '../objects/named_plan.ts';
import { rawDescriptions } from '../fields/metadata_pages.ts';
import { guardedStep } from './next_origin.ts';
import type { ObjectPlan } from '../objects/objects.ts';
import { digest, watchPage } from './page_watch.ts';
import { isWordless } from '../paging/is_wordless.ts';
import { nextStep } from '../paging/next_step.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { Page, ProviderRecord, ReadTarget } from './read_target.ts';
import { partDeleted } from './read_deleted.ts';
import { withDetails } from './record_details.ts';
import { rawRecords } from '../answer/record_list.ts';
import { providerRecords } from '../answer/records.ts';
import { skippedBy } from './skipped.ts';
import type { Step } from './step.ts';
import { isBoundedHere, isPastSince, withinBounds } from './within_bounds.ts';

/** What a read does not change from page to page. */
export type ReadContext = {
  target: ReadTarget;
  plan: ObjectPlan;
  send: Send;
  now: number;
  note: (text: string) => void;
  mayCircle: boolean;
  /** What an object below this one asks of its records' own parents. */
  wanted?: string[];
};
/** A step that calls for no records says nothing of their counts. */
export type Counts = Partial<Pick<Page, 'fetched' | 'skipped'>>;
export type PlainPage = Omit<Page, 'next' | keyof Counts> &
  Counts & {
    next: Position | null;
    /** Of a tree: all that was listed, before anything was left out by time or filter. */
    listed?: Json[] | undefined;
  };

/** One page of one list. */
export async function readPlain(asked: ReadContext, at: Position, above?: Json): Promise<PlainPage> {
  const context = { ...asked, plan: named(asked.plan) };
  const { target, plan, send, now } = context;
  const parent = above ?? plan.parent;
  const draft = draftOf(target, plan, at.step, now, parent);
  const answer = await exchange(target.provider, signed(draft, target), send, now, plan.spec.format);
  if (answer.format !== 'json' && !plan.spec.format) context.note(`the answer is written in ${answer.format}`);
  if (answer.body === undefined) return withoutBody(context, answer, at);
  const raw = rawRecords(answer.body, plan, context.note);
  const records = providerRecords(raw, plan, context.note, parent);
  if (plan.isUnknown && isFirstAgain(at, records)) {
    context.note('the first page came again: the provider knows no pages here');
    return { records: [], fetched: raw.length, skipped: skippedBy({ ...NONE, repeatedPage: raw.length }), next: null };
  }
  return {
    ...(await finished(raw.length, records, context)),
    next: nextPosition(context, { draft, answer, raw, records, at }),
    ...(plan.spec.descend && { listed: raw }),
    ...totalOf(answer.body, plan, target),
  };
}

/**
 * An answer without a body is an empty list when it is the first, or a 204 where an empty page is how lists end. Behind a
 * page that led here it is a fault: the rest would be lost without a word.
 */
function withoutBody({ plan, target }: ReadContext, { status }: Answer, { step }: Position): PlainPage {
  const ways = [plan.spec.paging ?? []].flat() as Paging[];
  const isEnd = (way: Paging) =>
    ('untilEmpty' in way && way.untilEmpty) || (isWordless(way) && step && 'set' in step && way.param in step.set);
  if (step === null || (status === 204 && ways.some(isEnd))) return { records: [], next: null };
  throw new ProviderFailure('providerFault', `${target.provider.displayName} answered a later page with nothing.`, {
    status,
  });
}

async function finished(
  fetched: number,
  records: ProviderRecord[],
  context: ReadContext,
): Promise<Pick<Page, 'records' | 'fetched' | 'skipped'>> {
  const { target, plan, send, now, note } = context;
  const { living, gone, left } = partDeleted(records, plan.spec, target);
  const inside = withinBounds(living, plan.spec, target);
  const buried = withinBounds(gone, plan.spec, target);
  const whole = await withDetails(inside, context);
  const named = await nameCustomFields(whole, plan.spec.customFields, target, async ({ records: fields, ...facts }) => {
    const { raw } = await rawDescriptions({ target, plan, facts: { ...facts, fields }, send, now });
    return raw;
  });
  const wanted = matching(named, planFilters(plan.spec, target.filters), note);
  const skipped = skippedBy({
    ...NONE,
    otherKind: fetched - records.length,
    outsideTime: living.length + gone.length - inside.length - buried.length,
    deleted: left,
    filteredOut: named.length - wanted.length,
  });
  return { records: buried.length > 0 ? [...wanted, ...buried] : wanted, fetched, skipped };
}

type Read = { draft: Draft; answer: Answer; raw: Json[]; records: ProviderRecord[]; at: Position };

function nextPosition(
  { target, plan, note, mayCircle }: ReadContext,
  { draft, answer, raw, records, at }: Read,
): Position | null {
  const turn = {
    url: draft.url,
    headers: answer.headers,
    body: answer.body as Json,
    records: raw,
    lastId: records.at(-1)?.id ?? null,
    step: at.step,
  };
  const paging = plan.spec.paging ?? { kind: 'auto' };
  const found = isPastSince(records, plan.spec, target) ? null : nextStep(turn, paging, note);
  if (found === null) return null;
  const step = guardedStep(found, draft.url, target.provider, target.auth.query);
  const content = contentOf(records, paging);
  const told = content === '' ? { content: hintOf(records), isHint: true } : { content };
  return { step, watch: watchPage(mayCircle ? null : at.watch, { step: stepOf(step, paging, at), ...told }) };
}

/** One token may lead through the whole list: there the page tells that it came before, not the way to it. */
function stepOf(step: Step, paging: Paging | readonly Paging[], { watch }: Position): string {
  return digest(JSON.stringify(staysSame(paging) ? [step, watch?.count ?? 0] : step));
}

function staysSame(paging: Paging | readonly Paging[]): boolean {
  return ([paging].flat() as Paging[]).some((way) => way.kind === 'cursor' && way.untilEmpty);
}

/** Asked for page 2 of a path that may have no pages, some providers send everything again. */
function isFirstAgain({ watch }: Position, records: readonly ProviderRecord[]): boolean {
  return watch?.count === 1 && watch.content !== '' && watch.content === contentOf(records, { kind: 'auto' });
}

/** A provider that ignores the page number sends the same records for ever; tokens and URLs tell by themselves. */
function contentOf(records: readonly ProviderRecord[], paging: Paging | readonly Paging[]): string {
  const isCounted =
    staysSame(paging) ||
    ([paging].flat() as Paging[]).some(({ kind }) => kind === 'offset' || kind === 'page' || kind === 'auto');
  const ids = records.map(({ id }) => id);
  return isCounted && ids.length > 0 && !ids.includes(null) ? digest(JSON.stringify(ids)) : '';
}

/** One that gives a new token for the same page each time leads on for ever too. */
function hintOf(records: readonly ProviderRecord[]): string {
  const [first, last] = [records[0], records.at(-1)];
  const ids = records.map(({ id }) => id);
  return first && last && !ids.includes(null) ? digest(stringifyJson([ids, first.raw, last.raw])) : '';
}

/** What is left out here the provider has counted. */
function totalOf(body: Json, { spec }: ObjectPlan, target: ReadTarget): { total?: number } {
  if (planFilters(spec, target.filters).here.length > 0 || isBoundedHere(spec, target)) return {};
  const total = spec.total ? Number(getPath(body, spec.total) ?? NaN) : NaN;
  return Number.isNaN(total) ? {} : { total };
}

const NONE = { otherKind: 0, outsideTime: 0, filteredOut: 0, repeatedPage: 0, deleted: 0 };

export const START: { step: Step | null; watch: null } = { step: null, watch: null };
