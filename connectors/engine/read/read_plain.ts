import type { Send } from '../../../lib/http/outbound.ts';
import type { Json } from '../../../lib/json/json.ts';
import type { Position } from './cursor_text.ts';
import { nameCustomFields } from './custom_fields.ts';
import { draftOf, signed, type Draft } from '../request/draft.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { exchange, rateLimitOf, type Answer } from '../answer/exchange.ts';
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
import { withDetails } from './record_details.ts';
import { rawRecords } from '../answer/record_list.ts';
import { providerRecords } from '../answer/records.ts';
import type { Step } from './step.ts';
import { isPastSince, withinBounds } from './within_bounds.ts';

/** What a read does not change from page to page. */
export type ReadContext = {
  target: ReadTarget;
  plan: ObjectPlan;
  send: Send;
  now: number;
  note: (text: string) => void;
  /** What an object below this one asks of its records' own parents. */
  wanted?: string[];
};
export type PlainPage = Omit<Page, 'next'> & {
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
    return { records: [], next: null };
  }
  const rateLimit = rateLimitOf(target.provider, answer.headers);
  return {
    records: await finished(records, context),
    next: nextPosition(context, { draft, answer, raw, records, at }),
    ...(plan.spec.descend && { listed: raw }),
    ...totalOf(answer.body, plan, target),
    ...(rateLimit && { rateLimit }),
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

async function finished(records: ProviderRecord[], context: ReadContext): Promise<ProviderRecord[]> {
  const { target, plan, send, now, note } = context;
  const inside = withinBounds(records, plan.spec, target);
  const whole = await withDetails(inside, context);
  const named = await nameCustomFields(whole, plan.spec.customFields, target, async ({ records: fields, ...facts }) => {
    const { raw } = await rawDescriptions({ target, plan, facts: { ...facts, fields }, send, now });
    return raw;
  });
  return matching(named, planFilters(plan.spec, target.filters), note);
}

type Read = { draft: Draft; answer: Answer; raw: Json[]; records: ProviderRecord[]; at: Position };

function nextPosition({ target, plan, note }: ReadContext, { draft, answer, raw, records, at }: Read): Position | null {
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
  return {
    step,
    watch: watchPage(at.watch, { step: stepOf(step, paging, at), content: contentOf(records, paging) }),
  };
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

/** What is left out here the provider has counted. */
function totalOf(body: Json, { spec }: ObjectPlan, { filters }: ReadTarget): { total?: number } {
  if (planFilters(spec, filters).here.length > 0) return {};
  const total = spec.total ? Number(getPath(body, spec.total) ?? NaN) : NaN;
  return Number.isNaN(total) ? {} : { total };
}

export const START: { step: Step | null; watch: null } = { step: null, watch: null };
