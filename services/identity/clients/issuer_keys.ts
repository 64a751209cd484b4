/**
 * The public keys of an OpenID Connect issuer. They are fetched on first use, every ten minutes, and at once when a
 * token names an unknown key, because the issuer may have rotated its keys. A cooldown limits these fetches, so that
 * invented key ids cannot flood the issuer. While the issuer is unavailable, fetched keys stay valid for a day; only
 * new keys cannot be verified.
 */

import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { unmetered } from '../../../connectors/calls/meter.ts';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';

type IssuerKeys = {
  /** The current keys, at most ten minutes old while the issuer answers. Throws unavailable when there are no keys. */
  current(): Promise<JWTVerifyGetKey>;
  /**
   * Fetches the keys again for a token whose key is not in `tried`. Returns null during the cooldown, or if the keys
   * have not changed.
   */
  newerThan(tried: JWTVerifyGetKey): Promise<JWTVerifyGetKey | null>;
};

type Options = { issuer: string; jwksUrl: string; cooldownMs: number };
type Deps = { calls: ProviderCalls; clock: Clock; log: Log };

const KEYS_TTL_MS = 10 * 60_000;
const MAX_STALE_MS = 24 * 3_600_000;

export function issuerKeys(options: Options, { calls, clock, log }: Deps): IssuerKeys {
  let keys: JWTVerifyGetKey | null = null;
  let fetchTime = Number.NEGATIVE_INFINITY;
  let askTime = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;
  let isDown = false;

  /** True when the fetch succeeded. Concurrent callers share one fetch. */
  function ask(): Promise<boolean> {
    asking ??= fetchNow().finally(() => (asking = null));
    return asking;
  }

  async function fetchNow(): Promise<boolean> {
    askTime = clock.now();
    try {
      keys = createLocalJWKSet(await calls({ held: [], meter: unmetered }, ({ send }) => fetchKeys(options, send)));
      fetchTime = clock.now();
      isDown = false;
    } catch (err) {
      log.warn('identity provider unavailable', { issuer: options.issuer, err });
      isDown = true;
    }
    return !isDown;
  }

  const mayAsk = () => asking !== null || clock.now() - askTime >= options.cooldownMs;
  const unreachable = () =>
    new Problem('unavailable', 'The keys of the identity provider that issued the token cannot be fetched.', {
      retryAfter: askTime + options.cooldownMs,
      remedy: 'Try again after a moment, or call with an API key.',
    });

  return {
    async current() {
      const age = clock.now() - fetchTime;
      const asked = age >= KEYS_TTL_MS && mayAsk() ? ask() : null;
      // Fetched keys are used for up to a day; only without them the caller waits for the fetch.
      if (age >= MAX_STALE_MS) await asked;
      if (!keys || clock.now() - fetchTime >= MAX_STALE_MS) throw unreachable();
      return keys;
    },
    async newerThan(tried) {
      if (keys !== tried) return keys;
      if (mayAsk()) await ask();
      if (isDown) throw unreachable();
      return keys === tried ? null : keys;
    },
  };
}

async function fetchKeys({ issuer, jwksUrl }: Options, send: SendRequest): Promise<JSONWebKeySet> {
  const { keys } = await getJson(send, jwksUrl || String((await fetchIssuerConfiguration(issuer, send))['jwks_uri']));
  if (!Array.isArray(keys)) throw new Error('The answer of the identity provider has no keys.');
  return { keys: keys as JSONWebKeySet['keys'] };
}

const CALL_LIMITS = { timeoutMs: 5_000, maxBytes: 512 * 1_024 };

/** The configuration of an issuer. Throws for a document that names another issuer (OpenID Connect Discovery 4.3). */
export async function fetchIssuerConfiguration(issuer: string, send: SendRequest): Promise<Record<string, unknown>> {
  const found = await getJson(send, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (found['issuer'] !== issuer) throw new Error('The configuration of the identity provider is of another issuer.');
  return found;
}

/** Gets a JSON object from the issuer. Throws for any other answer. */
async function getJson(send: SendRequest, url: string): Promise<Record<string, unknown>> {
  const { status, text } = await send({ method: 'GET', url, headers: { accept: 'application/json' }, ...CALL_LIMITS });
  if (status !== 200) throw new Error(`The identity provider answered ${status}.`);
  const found: unknown = JSON.parse(text);
  if (found === null || typeof found !== 'object') throw new Error('The identity provider answered no JSON object.');
  return found as Record<string, unknown>;
}
