/**
 * The public keys of an OpenID Connect issuer. They are fetched when first needed, again every ten minutes, and at once
 * when a token names a key that is not among them, which is how a rotation shows. Whoever sends made-up key ids can make
 * us ask no more often than the cooldown allows, and an issuer that is down costs only what is new: keys that were
 * fetched go on working for a day.
 */
import type { Send } from '../../../lib/http/outbound.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

export type IssuerKeys = {
  /** The keys to try a token with, at most ten minutes old where the issuer answers. Throws unavailable without any. */
  current(): Promise<JWTVerifyGetKey>;
  /** Fetched anew for a token whose key is not among `tried`; null when they may not be, or are the same ones still. */
  newerThan(tried: JWTVerifyGetKey): Promise<JWTVerifyGetKey | null>;
};

type Options = { issuer: string; jwksUrl: string; cooldownMillis: number };
type Deps = { send: Send; clock: Clock; log: Log };

const FRESH_MILLIS = 10 * 60_000;
const USABLE_MILLIS = 24 * 3_600_000;
const LIMITS = { timeoutMs: 5_000, maxBytes: 512 * 1_024 };

export function issuerKeys(options: Options, { send, clock, log }: Deps): IssuerKeys {
  let keys: JWTVerifyGetKey | null = null;
  let fetchTime = Number.NEGATIVE_INFINITY;
  let askTime = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;
  let isDown = false;

  /** True when keys came. One question at a time, however many tokens wait for its answer. */
  function ask(): Promise<boolean> {
    asking ??= fetchNow().finally(() => (asking = null));
    return asking;
  }

  async function fetchNow(): Promise<boolean> {
    askTime = clock.now();
    try {
      keys = createLocalJWKSet(await fetchKeys(options, send));
      fetchTime = clock.now();
      isDown = false;
    } catch (err) {
      log.warn('identity provider not reached', { issuer: options.issuer, err });
      isDown = true;
    }
    return !isDown;
  }

  const mayAsk = () => asking !== null || clock.now() - askTime >= options.cooldownMillis;
  const unreachable = () =>
    new Problem('unavailable', 'The identity provider that issued the token cannot be asked for its keys.', {
      retryAfter: askTime + options.cooldownMillis,
      remedy: 'Try again after a moment, or call with an API key.',
    });

  return {
    async current() {
      const age = clock.now() - fetchTime;
      const asked = age >= FRESH_MILLIS && mayAsk() ? ask() : null;
      // Who holds good keys does not wait for better ones.
      if (age >= USABLE_MILLIS) await asked;
      if (!keys || clock.now() - fetchTime >= USABLE_MILLIS) throw unreachable();
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

async function fetchKeys({ issuer, jwksUrl }: Options, send: Send): Promise<JSONWebKeySet> {
  const { keys } = await getJson(send, jwksUrl || (await discoverJwksUrl(issuer, send)));
  if (!Array.isArray(keys)) throw new Error('The answer of the identity provider has no keys.');
  return { keys: keys as JSONWebKeySet['keys'] };
}

/** OpenID Connect Discovery 4.3: a document that names another issuer must not be used. */
async function discoverJwksUrl(issuer: string, send: Send): Promise<string> {
  const found = await getJson(send, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (found['issuer'] !== issuer) throw new Error('The configuration of the identity provider is of another issuer.');
  return String(found['jwks_uri']);
}

async function getJson(send: Send, url: string): Promise<Record<string, unknown>> {
  const { status, text } = await send({ method: 'GET', url, headers: { accept: 'application/json' }, ...LIMITS });
  if (status !== 200) throw new Error(`The identity provider answered ${status}.`);
  const found: unknown = JSON.parse(text);
  if (found === null || typeof found !== 'object') throw new Error('The identity provider answered no JSON object.');
  return found as Record<string, unknown>;
}
