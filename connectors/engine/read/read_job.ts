/**
 * Asynchronous exports: create a job (`create`), poll it until it is done (`poll`), and read its results like any list
 * (`results`). The creation, and each poll of an unfinished job, is a page without records. Its `waitMs` tells the
 * caller to suspend the read. The page's cursor names the job, so the read can continue later, in any process, with the
 * same job. If a crash happens before the cursor was stored, the next attempt creates another job, and the provider
 * discards the first one. A job that failed or no longer exists is created again, at most twice.
 */
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import { type Answer, exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { retryAfterMs } from '../answer/retry_hint.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { JobSpec, ReadSpec } from '../file/provider.ts';
import { getPath } from '../json_path.ts';
import { namedPlan } from '../objects/named_plan.ts';
import { authenticated, baseUrl, draftOf } from '../request/draft.ts';
import type { ReadTarget } from '../request/read_target.ts';
import type { JobPosition, Position } from './cursor_text.ts';
import type { AnyPage } from './read_children.ts';
import { FIRST_PAGE, type ReadContext, readPlain } from './read_plain.ts';

const MAX_RESTARTS = 2;
const MAX_POLLS = 500;
const MAX_WAIT_SECONDS = 600;

type Work = ReadContext & { facts: JobSpec };

export async function readJob(asked: ReadContext, at: JobPosition | null): Promise<AnyPage> {
  const work: Work = { ...asked, plan: namedPlan(asked.plan), facts: asked.plan.spec.job as JobSpec };
  if (at === null) return startJob(work, 0);
  return at.at ? readResults(work, at, at.at) : pollJob(work, at);
}

async function startJob(work: Work, restarts: number): Promise<AnyPage> {
  const { plan, facts } = work;
  const { create, start, keep, waitSeconds } = facts;
  const answer = await call(work, { ...plan.spec, ...create, method: create.method ?? 'POST' }, null);
  const values = picked(answer.body ?? null, keep);
  if (start) await call(work, bare({ ...start, method: start.method ?? 'POST' }), values);
  work.note('the provider exports the records asynchronously');
  return { records: [], next: { job: { values, polls: 0, restarts }, at: null }, waitMs: (waitSeconds ?? 5) * 1000 };
}

async function pollJob(work: Work, at: JobPosition): Promise<AnyPage> {
  const { facts, now } = work;
  const answer = await call(work, bare(facts.poll), at.job.values).catch(goneMeansNull);
  const status = answer && (scalarText(getPath(answer.body, facts.status)) ?? '');
  if (answer === null || status === null || facts.failed?.includes(status)) return restartJob(work, at, status, answer);
  if (facts.empty?.includes(status)) return { records: [], next: null };
  if (facts.done.includes(status)) {
    const values = { ...at.job.values, ...picked(answer.body ?? null, facts.found ?? {}) };
    const url = facts.results.url === undefined ? null : scalarText(values[facts.results.url] ?? null);
    const first =
      url === null ? FIRST_PAGE : { step: { url: resolved(url, answer.url) }, watch: null, tally: { read: 0 } };
    return readResults(work, { ...at, job: { ...at.job, values } }, first);
  }
  if (at.job.polls >= MAX_POLLS)
    throw new ProviderFailure('badRequest', 'The provider did not finish its export in time.');
  const seconds = Math.min((facts.waitSeconds ?? 5) * 2 ** Math.min(at.job.polls, 10), MAX_WAIT_SECONDS);
  // Uses only Retry-After, because the reset of a rate limit says nothing about the job. At least 1 s, so that a
  // Retry-After of 0 causes no busy loop.
  const told = retryAfterMs({ 'retry-after': answer.headers['retry-after'] ?? '' }, now);
  const waitMs = told === undefined ? seconds * 1000 : Math.max(told, 1000);
  return { records: [], next: { ...at, job: { ...at.job, polls: at.job.polls + 1 } }, waitMs };
}

/** Creates a failed job again, up to MAX_RESTARTS times. */
async function restartJob(work: Work, at: JobPosition, status: string | null, answer: Answer | null): Promise<AnyPage> {
  const told =
    scalarText(getPath(answer?.body ?? null, work.facts.error ?? 'error')) ?? status ?? 'the job no longer exists';
  if (at.job.restarts >= MAX_RESTARTS)
    throw new ProviderFailure('badRequest', `The provider could not prepare the records: ${told.slice(0, 300)}`);
  work.note(`the provider's export failed and is requested again: ${told.slice(0, 100)}`);
  return startJob(work, at.job.restarts + 1);
}

async function readResults(work: Work, at: JobPosition, position: Position): Promise<AnyPage> {
  const { url: _url, ...said } = work.facts.results;
  const target = withoutCredentialsAbroad(work.target, position);
  const { headers, ...spec }: ReadSpec = { ...bare(work.plan.spec), ...said };
  const plan: ObjectPlan = { ...work.plan, spec: target === work.target && headers ? { ...spec, headers } : spec };
  const { next, ...page } = await readPlain({ ...work, plan, target }, position, { job: at.job.values });
  return { ...page, next: next && { ...at, at: next } };
}

/**
 * A spec without the parameters of a normal read of the object (bounds, filters, fields, page size). The spec of a call
 * of the job (`start`, `poll`) keeps its own query, body and method. The object's own spec loses these too: the results
 * have the object's records, but are requested differently.
 */
function bare(spec: Partial<ReadSpec>): ReadSpec {
  const { job: _job, windows: _windows, query: _query, body: _body, fields: _fields, where, ...rest } = spec;
  const { since: _since, until: _until, filters: _filters, pageSize: _size, method: _method, ...kept } = rest;
  return {
    path: '',
    ...kept,
    // The query language is kept, because values of the job may be quoted too.
    ...(where && { where: { quote: where.quote } }),
    ...(spec.job ? { paging: { kind: 'none' } } : pickRequest(spec)),
  };
}

function pickRequest({ query, body, method }: Partial<ReadSpec>): Partial<ReadSpec> {
  return { ...(query && { query }), ...(body && { body }), ...(method && { method }) };
}

/**
 * The target without credentials if the export is stored at a signed URL of another host: this host must not get the
 * connection's credentials.
 */
function withoutCredentialsAbroad(target: ReadTarget, { step }: Position): ReadTarget {
  if (!step || !('url' in step)) return target;
  const url = isUrl(step.url) ? new URL(step.url) : null;
  const own = new URL(baseUrl(target.provider, target.variables)).origin;
  if (url === null || url.origin === own || target.provider.origins?.includes(url.origin)) return target;
  if (url.protocol !== 'https:')
    throw new ProviderFailure('providerFault', "The URL of the provider's export does not use https.");
  const { headers: _headers, ...provider } = target.provider;
  return { ...target, provider, auth: { ...target.auth, headers: {}, query: {} } };
}

type JobAnswer = Answer & { url: URL };

async function call({ target, plan, send, now }: Work, spec: ReadSpec, job: JsonObject | null): Promise<JobAnswer> {
  const draft = draftOf(target, { ...plan, spec }, null, now, job === null ? plan.parent : { job });
  return { ...(await exchange(target.provider, authenticated(draft, target), send, now)), url: draft.url };
}

/** The absolute form of a URL that may be relative to `base`, the URL of the response that contains it. */
function resolved(url: string, base: URL): string {
  if (isUrl(url, base.href)) return new URL(url, base).href;
  throw new ProviderFailure('providerFault', "The URL of the provider's export is not valid.");
}

function picked(body: Json, paths: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => {
      const value = getPath(body, path);
      if (scalarText(value) !== null) return [name, value as Json];
      throw new ProviderFailure('providerFault', `The response to the provider's export has no ${name}.`);
    }),
  );
}

function goneMeansNull(err: unknown): null {
  if (err instanceof ProviderFailure && err.kind === 'notFound') return null;
  throw err;
}
