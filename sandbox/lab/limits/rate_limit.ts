/** The 429 responses that faults order: every way to state the wait, and a ban for callers that do not wait. */

import type { Provider, RateLimitHeaders } from '../../../connectors/engine/file/provider.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { LabFault } from '../faults/lab_faults.ts';
import { LabError } from '../lab_error.ts';

export type RateLimit = {
  /** Refuses one request: throws LabError 429. */
  refuse(fault: LabFault): never;
  /** Refuses all requests for a time, and bans a caller that keeps calling. */
  close(fault: LabFault): void;
  /** Throws LabError 429 while closed, 403 while the caller is banned. */
  check(): void;
  /** Ends the closure and lifts the ban. */
  reopen(): void;
};

/** `forgiven`: the number of calls left that get a 429 before the next one starts the ban. */
type Closed = { until: number; forgiven: number; banUntil: number | null; fault: LabFault };

export function createRateLimit({ rateLimit }: Pick<Provider, 'rateLimit'>, clock: Clock): RateLimit {
  let closed: Closed | null = null;

  function refuse(fault: LabFault, seconds = fault.retryAfter ?? 1): never {
    const { headers, body } = hintOf(fault, seconds, clock.now(), rateLimit);
    throw new LabError(429, 'Too many requests.', headers, body);
  }

  return {
    refuse,
    close(fault) {
      const until = clock.now() + (fault.retryAfter ?? 1) * 1000;
      closed = { until, forgiven: fault.after ?? 3, banUntil: null, fault };
    },
    check() {
      if (!closed) return;
      const now = clock.now();
      if (now >= (closed.banUntil ?? closed.until)) {
        closed = null;
        return;
      }
      if (closed.banUntil !== null) throw new LabError(403, 'This app is banned: it did not wait after a 429.');
      if (closed.forgiven === 0) closed.banUntil = now + (closed.fault.banSeconds ?? 60) * 1000;
      closed.forgiven -= 1;
      refuse(closed.fault, Math.ceil((closed.until - now) / 1000));
    },
    reopen: () => void (closed = null),
  };
}

type Hint = { headers: Record<string, string>; body?: JsonObject };

function hintOf({ hint = 'seconds' }: LabFault, seconds: number, now: number, facts?: RateLimitHeaders): Hint {
  switch (hint) {
    case 'seconds':
      return { headers: { 'retry-after': String(seconds) } };
    case 'date':
      return { headers: { 'retry-after': new Date(now + seconds * 1000).toUTCString() } };
    case 'reset':
      return {
        headers: { [(facts?.reset ?? 'x-ratelimit-reset').toLowerCase()]: resetText(seconds, now, facts?.resetUnit) },
      };
    case 'body':
      return { headers: {}, body: bodyHint(facts?.retryAfterBody ?? 'retry_after', seconds) };
    case 'none':
      return { headers: {} };
  }
}

function bodyHint(path: string, seconds: number): JsonObject {
  const body: JsonObject = {};
  setPath(body, path, seconds);
  return body;
}

function resetText(seconds: number, now: number, unit: RateLimitHeaders['resetUnit'] = 'epochSeconds'): string {
  if (unit === 'seconds') return String(seconds);
  return String(unit === 'millis' ? seconds * 1000 : Math.ceil(now / 1000) + seconds);
}

/** The rate-limit headers of a successful response. */
export function limitHeaders(
  { rateLimit }: Pick<Provider, 'rateLimit'>,
  now: number,
  standing = { limit: 1000, remaining: 999, resetSeconds: 60 },
): Record<string, string> {
  if (!rateLimit) return {};
  const { limit, remaining, reset, resetUnit } = rateLimit;
  return {
    ...(limit && { [limit.toLowerCase()]: String(standing.limit) }),
    ...(remaining && { [remaining.toLowerCase()]: String(standing.remaining) }),
    ...(reset && { [reset.toLowerCase()]: resetText(standing.resetSeconds, now, resetUnit) }),
  };
}
