/** All rate limits of one simulated provider. A call must pass every limit and counts only if it does. */

import type { Provider } from '../../../connectors/engine/file/provider.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { LabError } from '../lab_error.ts';
import type { LabRequest } from '../lab_request.ts';
import { type CallLimit, createCallLimit, type LabLimit, type LimitReport } from './call_limit.ts';
import { limitHeaders } from './rate_limit.ts';

export type CallLimits = {
  /** Replaces all limits. Counts start at 0. */
  set(limits: readonly LabLimit[]): void;
  /** Throws LabError 429, or 403 for a banned caller. */
  check(request: LabRequest): void;
  /** The rate-limit headers of a response. */
  headers(request: LabRequest): Record<string, string>;
  report(): LimitReport[];
};

type Entry = { limit: LabLimit; calls: CallLimit };

export function createCallLimits(provider: Pick<Provider, 'auth' | 'rateLimit'>, clock: Clock): CallLimits {
  let entries: Entry[] = [];
  return {
    set: (limits) => void (entries = limits.map((limit) => ({ limit, calls: createCallLimit(limit, clock) }))),
    check(request) {
      const caller = callerOf(provider, request);
      for (const { calls } of entries) {
        const refusal = calls.refusal(caller);
        if (refusal === 'ban') throw new LabError(403, 'This app is banned: it exceeded its rate limit.');
        if (refusal) throw new LabError(429, 'Too many requests.', { 'retry-after': String(refusal.seconds) });
      }
      for (const { calls } of entries) calls.allow(caller);
    },
    headers(request) {
      const told = entries.find(({ limit }) => limit.headers !== false);
      if (entries.length > 0 && !told) return {};
      return limitHeaders(provider, clock.now(), told?.calls.standing(callerOf(provider, request)));
    },
    report: () => entries.map(({ calls }) => calls.report()),
  };
}

/** Parses the limits of a control request. Throws LabError 400. */
export function readLimits(body: Readonly<Record<string, unknown>>): LabLimit[] {
  const given = Array.isArray(body['limits']) ? (body['limits'] as Record<string, unknown>[]) : [body];
  return given.map(readLimit);
}

const NUMERIC_FIELDS = ['requests', 'perSeconds', 'banAfter', 'banSeconds'] as const;

function readLimit(given: Readonly<Record<string, unknown>>): LabLimit {
  const limit: LabLimit = { requests: 0, perSeconds: 0 };
  for (const name of NUMERIC_FIELDS) {
    if (given[name] === undefined) continue;
    const number = Number(given[name]);
    if (!Number.isFinite(number) || number < 0) throw new LabError(400, `${name} must be a number of at least 0.`);
    limit[name] = number;
  }
  if (limit.requests < 1 || limit.perSeconds <= 0)
    throw new LabError(400, 'requests must be at least 1 and perSeconds more than 0.');
  if (given['of'] !== undefined) limit.of = oneOf('of', given['of'], ['connection', 'app']);
  if (given['window'] !== undefined) limit.window = oneOf('window', given['window'], ['sliding', 'fixed']);
  if (given['headers'] === false) limit.headers = false;
  return limit;
}

function oneOf<T extends string>(name: string, value: unknown, words: readonly T[]): T {
  const word = words.find((one) => one === value);
  if (!word) throw new LabError(400, `${name} must be one of ${words.join(', ')}.`);
  return word;
}

/** Identifies a connection by the credentials of its call. */
function callerOf({ auth }: Pick<Provider, 'auth'>, { headers, url }: LabRequest): string {
  if (auth.type === 'apiKey')
    return auth.in === 'header' ? (headers[auth.name.toLowerCase()] ?? '') : (url.searchParams.get(auth.name) ?? '');
  if (auth.type === 'oauth2' && auth.accessTokenHeader) return headers[auth.accessTokenHeader.name.toLowerCase()] ?? '';
  if (auth.type !== 'custom') return headers['authorization'] ?? '';
  const { headers: named = {}, query = {} } = auth;
  const given = Object.keys(named).map((name) => headers[name.toLowerCase()] ?? '');
  return JSON.stringify([...given, ...Object.keys(query).map((name) => url.searchParams.get(name) ?? '')]);
}
