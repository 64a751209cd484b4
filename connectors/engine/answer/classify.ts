import { ANSWER_LIMITS, AnswerLimitExceeded, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import { isSuccess } from '../../../lib/http/is_success.ts';
import type { OutboundResponse } from '../../../lib/http/outbound.ts';
import { isObject, type Json, type JsonLimits, parseJson, parseJsonInTurns } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { ErrorRule, Provider } from '../file/provider.ts';
import { firstPath, getPath } from '../json_path.ts';
import { type FailureKind, ProviderFailure } from './failure.ts';
import { limitFailure } from './limit_failure.ts';
import { MAX_RECORDS } from './record_list.ts';
import { retryAfterMs } from './retry_hint.ts';

const MESSAGES = [
  'error.message',
  'error_description',
  'message',
  'errors[0].message',
  'errors[0].detail',
  'error.detail',
  'errorMessages[0]',
  'description',
  'detail',
  'title',
  'error.title',
  'error',
  'errors[0].title',
  'errors[0]',
  'Message',
  'fault.faultstring',
];
const GRAPHQL_CODES = ['errors[0].extensions.code', 'errors[0].extensions.type', 'errors[0].code'];
const MAX_QUOTE = 300;
/**
 * Longer texts are parsed in several turns of the event loop. Shorter texts are parsed by JSON.parse, which is faster
 * and blocks the event loop for at most 16 ms, or 30 ms when all keys differ.
 */
const LARGE = 128 * 1024;

/** Classifies a response: a ProviderFailure, or null for a success. `now` is in Unix milliseconds. */
export function failureOf(
  provider: Provider,
  response: OutboundResponse,
  body: Json | undefined,
  now: number,
): ProviderFailure | null {
  const rule = provider.errors?.find((candidate) => matches(candidate, response, body));
  const kind = rule?.kind ?? kindOfStatus(response) ?? kindOfErrors(body);
  if (kind === null) return null;
  const wait =
    kind === 'credentials' || kind === 'badRequest' || kind === 'notFound'
      ? undefined
      : (retryAfterMs(response.headers, now, provider.rateLimit, body) ?? (rule?.retryAfterSeconds ?? 0) * 1000);
  return new ProviderFailure(kind, failureMessage(provider, response, body), {
    status: response.status,
    retryAfterMs: wait || undefined,
  });
}

/**
 * The body parsed as JSON, or undefined when it is empty or not JSON. Throws ProviderFailure when a successful response
 * exceeds a limit. For a failed response the status is enough. `name`: the provider's name, for the message.
 */
export function bodyOf(response: OutboundResponse, name = 'The provider'): Json | undefined {
  const { text, limits = ANSWER_LIMITS } = response;
  if (text.trim() === '') return undefined;
  try {
    return parseJson(text, jsonLimits(limits));
  } catch (err) {
    return unparsed(response, name, err);
  }
}

/** Like `bodyOf`, for a response of any size: parsing a large body yields the event loop. */
export async function bodyInTurns(response: OutboundResponse, name: string): Promise<Json | undefined> {
  if (response.text.length < LARGE) return bodyOf(response, name);
  const { text, limits = ANSWER_LIMITS } = response;
  try {
    return await parseJsonInTurns(text, jsonLimits(limits));
  } catch (err) {
    return unparsed(response, name, err);
  }
}

function unparsed({ status }: OutboundResponse, name: string, err: unknown): undefined {
  if (err instanceof SyntaxError) return undefined;
  if (!(err instanceof AnswerLimitExceeded)) throw err;
  if (status >= 300) return undefined;
  throw limitFailure(name, err);
}

/**
 * The limits of the JSON parser. `members` is limited because V8 copies or rehashes a growing list or object in one
 * step.
 */
export function jsonLimits({ values, depth, recordValues }: AnswerLimits): JsonLimits {
  return { values, depth, members: Math.max(recordValues, MAX_RECORDS), exceeded };
}

function exceeded(limit: 'values' | 'depth' | 'members', max: number): never {
  throw new AnswerLimitExceeded(limit, max);
}

function kindOfStatus({ status, headers }: OutboundResponse): FailureKind | null {
  if (isSuccess({ status })) return null;
  if (status === 401) return 'credentials';
  if (status === 429) return 'rateLimit';
  // A 403 with Retry-After is a rate limit. A 403 without it means that the account lacks a permission.
  if (status === 403) return headers['retry-after'] ? 'rateLimit' : 'badRequest';
  if (status === 404 || status === 410) return 'notFound';
  if (status === 408 || status === 425) return 'providerFault';
  return status >= 400 && status < 500 ? 'badRequest' : 'providerFault';
}

/**
 * The kind of a GraphQL failure: status 200 with `errors` and no `data`. A body with any other key is a success (null).
 */
function kindOfErrors(body: Json | undefined): FailureKind | null {
  if (!isObject(body) || !Array.isArray(body['errors']) || body['errors'].length === 0) return null;
  const others = Object.keys(body).filter((key) => !['errors', 'data', 'extensions'].includes(key));
  if (others.length > 0 || (body['data'] ?? null) !== null) return null;
  const code = GRAPHQL_CODES.map((path) => scalarText(getPath(body, path))).find(Boolean) ?? '';
  if (/throttl|rate_?limit/i.test(code)) return 'rateLimit';
  if (/unauthenticated|authentication_error/i.test(code)) return 'credentials';
  return /internal|timeout|unavailable/i.test(code) ? 'providerFault' : 'badRequest';
}

function matches(rule: ErrorRule, { status, headers }: OutboundResponse, body: Json | undefined): boolean {
  if (rule.status && !rule.status.includes(status)) return false;
  if (rule.header && !matchesHeader(rule.header, headers)) return false;
  return rule.body ? matchesBody(rule.body, body) : true;
}

function matchesHeader({ name, equals }: NonNullable<ErrorRule['header']>, headers: Record<string, string>): boolean {
  const value = headers[name.toLowerCase()];
  return value !== undefined && (equals === undefined || value === equals);
}

function matchesBody({ path, equals, contains }: NonNullable<ErrorRule['body']>, body: Json | undefined): boolean {
  const value = getPath(body, path);
  if (value === undefined) return false;
  if (equals !== undefined && value !== equals) return false;
  return contains === undefined || (scalarText(value) ?? '').includes(contains);
}

/**
 * The message of a failure, with the provider's own text: from the paths `first`, the paths of the file, or common
 * paths.
 */
export function failureMessage(
  provider: Provider,
  { status }: Pick<OutboundResponse, 'status'>,
  body: Json | undefined,
  first: readonly string[] = [],
): string {
  const paths = [...first, ...(provider.errorMessage ?? MESSAGES)];
  const quote = paths.map((path) => scalarText(firstPath(body, path))).find((text) => text);
  const answered = `${provider.displayName} answered ${status}`;
  return quote ? `${answered}: ${quote.slice(0, MAX_QUOTE)}` : `${answered}.`;
}
