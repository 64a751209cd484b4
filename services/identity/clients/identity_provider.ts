import { Buffer } from 'node:buffer';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { unmetered } from '../../../connectors/calls/meter.ts';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { openProviderDoor } from '../../../connectors/calls/provider_door.ts';
import { MAX_TOKEN_LENGTH } from '../../../lib/crypto/token_peek.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import type { IdentityClaims, IdentityProvider } from '../callers/caller.ts';
import type { SignInPage } from '../sessions/sign_ins.ts';
import { fetchIssuerConfiguration, issuerKeys } from './issuer_keys.ts';

type ProviderSettings = OpenidSettings & {
  outboundAllow: readonly string[];
  outboundAllowHttp: boolean;
  oidcClientId: string;
  oidcClientSecret: string;
};
type Deps = { clock: Clock; log: Log };

/**
 * Opens the configured identity provider, if any. `page`: its sign-in page, if the console is a client of the provider.
 * `close` closes its connections.
 */
export function openIdentityProvider(
  config: ProviderSettings,
  deps: Deps,
): { provider: IdentityProvider | null; page: SignInPage | null; close(): Promise<void> } {
  if (config.oidcIssuer === '') return { provider: null, page: null, close: async () => {} };
  const door = openProviderDoor({ allow: config.outboundAllow, allowHttp: config.outboundAllowHttp });
  const parts = { ...deps, calls: door.calls };
  const page = config.oidcClientId === '' ? null : openidSignInPage(config, parts);
  return { provider: openidProvider(config, parts), page, close: door.close };
}

export type OpenidSettings = {
  oidcIssuer: string;
  oidcName: string;
  oidcAudiences: readonly string[];
  oidcParties: readonly string[];
  oidcAlgorithms: readonly string[];
  oidcJwksUrl: string;
  oidcCooldown: number;
};
type ProviderDeps = { calls: ProviderCalls; clock: Clock; log: Log };

/**
 * Allowed signature algorithms, all asymmetric. HS256 is not allowed, because a holder of the verifying key could also
 * sign.
 */
const SIGNATURE_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/**
 * Allowed `typ` headers. The issuer signs other token types, such as logout tokens, with the same keys; these are
 * refused.
 */
const TOKEN_TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
const LEEWAY_SECONDS = 60;

/** The configured OpenID Connect issuer. Throws for settings with which tokens of every client would be accepted. */
export function openidProvider(settings: OpenidSettings, deps: ProviderDeps): IdentityProvider {
  const { oidcIssuer: issuer, oidcJwksUrl: jwksUrl, oidcCooldown: cooldownMs } = settings;
  checkSettings(settings);
  const keys = issuerKeys({ issuer, jwksUrl, cooldownMs }, deps);
  const idpProvider = nameOf(settings);

  async function verified(token: string, key: JWTVerifyGetKey): Promise<JWTPayload> {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      issuer,
      ...(settings.oidcAudiences.length > 0 && { audience: [...settings.oidcAudiences] }),
      algorithms: [...settings.oidcAlgorithms],
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(deps.clock.now()),
    });
    checkKind(protectedHeader.typ, payload);
    checkParty(payload, settings);
    if (Number(payload.iat) > deps.clock.now() / 1_000 + LEEWAY_SECONDS) throw new errors.JWTInvalid('iat is ahead');
    return payload;
  }

  return {
    issuer,
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const key = await keys.current();
      try {
        return loginOf(await verified(token, key), idpProvider);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) return nullIfInvalidToken(error);
      }
      const newer = await keys.newerThan(key);
      return newer && verified(token, newer).then((payload) => loginOf(payload, idpProvider), nullIfInvalidToken);
    },
  };
}

/**
 * Returns null for an error of the library, which means that the token is invalid. Any other error is a bug and is
 * rethrown.
 */
function nullIfInvalidToken(error: unknown): null {
  if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
  throw error;
}

function checkKind(typ: string | undefined, payload: JWTPayload): void {
  if (typ !== undefined && !TOKEN_TYPES.has(typ.toLowerCase())) throw new errors.JWTInvalid('not the token of a login');
  if (payload['events'] !== undefined) throw new errors.JWTInvalid('an event, not a login');
}

/** OpenID Connect Core 3.1.3.7: a token for several audiences must name the authorized party (`azp`). */
function checkParty({ aud, azp }: JWTPayload, { oidcParties, oidcAudiences }: OpenidSettings): void {
  const forSeveral = Array.isArray(aud) && aud.length > 1;
  const allowed = oidcParties.length > 0 ? oidcParties : forSeveral ? oidcAudiences : null;
  if (allowed && !allowed.includes(String(azp))) throw new errors.JWTInvalid('asked for by another party');
}

function loginOf(payload: JWTPayload, idpProvider: string): IdentityClaims | null {
  const text = (claim: string) => cleanText(payload[claim]);
  const idpRef = String(payload.sub);
  if (idpRef === '' || idpRef.length > 191 || idpRef !== cleanText(idpRef)) return null;
  const [first = '', ...rest] = text('name').split(' ');
  return {
    idpProvider,
    idpRef,
    // The address is not normalised, because two different addresses could become equal.
    email: typeof payload['email'] === 'string' ? payload['email'] : '',
    // Some providers send the text "true" instead of the boolean. Every other value means: not verified.
    emailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
  };
}

function cleanText(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll(/\p{C}/gu, '').trim().slice(0, 191) : '';
}

function checkSettings({ oidcIssuer, oidcAudiences, oidcParties, oidcAlgorithms, ...settings }: OpenidSettings): void {
  if (!isUrl(oidcIssuer)) throw new Error('CAUSEWAY_IDENTITY_OIDC_ISSUER is not a URL');
  if (oidcAudiences.length === 0 && oidcParties.length === 0)
    throw new Error(
      'CAUSEWAY_IDENTITY_OIDC_AUDIENCES or CAUSEWAY_IDENTITY_OIDC_PARTIES must be set: without them any token of the issuer would do',
    );
  const odd = oidcAlgorithms.find((algorithm) => !SIGNATURE_ALGORITHMS.includes(algorithm));
  if (odd !== undefined || oidcAlgorithms.length === 0)
    throw new Error(`CAUSEWAY_IDENTITY_OIDC_ALGORITHMS must be some of ${SIGNATURE_ALGORITHMS.join(', ')}`);
  const name = nameOf({ oidcIssuer, oidcAudiences, oidcParties, oidcAlgorithms, ...settings });
  if (!/^[\x21-\x7e]{1,64}$/.test(name) || name === 'causeway')
    throw new Error('CAUSEWAY_IDENTITY_OIDC_NAME must be set: at most 64 characters, and not causeway');
}

/** The default provider name comes from the issuer, so that two issuers never share a builder. */
function nameOf({ oidcName, oidcIssuer }: OpenidSettings): string {
  return oidcName || oidcIssuer.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

type PageSettings = { oidcIssuer: string; oidcClientId: string; oidcClientSecret: string };
type PageDeps = { calls: ProviderCalls; clock: Clock; log: Log };
type ProviderEndpoints = { authorization: string; token: string };

const CONFIGURATION_TTL_MS = 10 * 60_000;
const CALL_LIMITS = { timeoutMs: 10_000, maxBytes: 512 * 1_024 };
const MAX_CODE_LENGTH = 4_096;

/** The sign-in page of the configured OpenID Connect issuer, for the console. */
export function openidSignInPage(settings: PageSettings, { calls, clock, log }: PageDeps): SignInPage {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  let known: { endpoints: ProviderEndpoints; until: number } | null = null;

  async function endpoints(): Promise<ProviderEndpoints> {
    if (known && known.until > clock.now()) return known.endpoints;
    const endpoints = await callProvider(async (send) => endpointsIn(await fetchIssuerConfiguration(issuer, send)));
    known = { endpoints, until: clock.now() + CONFIGURATION_TTL_MS };
    return known.endpoints;
  }

  async function callProvider<T>(
    ask: (send: Parameters<Parameters<ProviderCalls>[1]>[0]['send']) => Promise<T>,
  ): Promise<T> {
    try {
      return await calls({ held: [clientSecret], meter: unmetered }, ({ send }) => ask(send));
    } catch (err) {
      log.warn('identity provider unavailable', { issuer, err });
      throw new Problem('unavailable', 'The identity provider does not answer.', {
        remedy: 'Try again after a moment, or sign in with a one-time link.',
      });
    }
  }

  return {
    clientId,
    async address({ redirectUri, state, nonce, codeChallenge }) {
      const url = new URL((await endpoints()).authorization);
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ code, codeVerifier, redirectUri }) {
      if (code === '' || code.length > MAX_CODE_LENGTH) throw signInRefused();
      const { token: url } = await endpoints();
      const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
      const { status, text } = await callProvider((send) =>
        send({ method: 'POST', url, ...sentBy(clientId, clientSecret, form), ...CALL_LIMITS }),
      );
      const idToken = status === 200 ? tokenIn(text) : '';
      if (idToken === '') {
        log.warn('sign-in signInRefused', { issuer, status });
        throw signInRefused();
      }
      return idToken;
    },
  };
}

/** Throws if the document lacks one of the endpoints. */
function endpointsIn(document: Record<string, unknown>): ProviderEndpoints {
  const [authorization, token] = [document['authorization_endpoint'], document['token_endpoint']];
  if (typeof authorization === 'string' && typeof token === 'string' && isUrl(authorization) && isUrl(token))
    return { authorization, token };
  throw new Error('The configuration of the identity provider names no endpoints for a sign-in.');
}

/**
 * RFC 6749 2.3.1: a client with a secret authenticates with HTTP Basic; id and secret are form-encoded. A client
 * without a secret sends only its id.
 */
function sentBy(clientId: string, clientSecret: string, form: Record<string, string>) {
  const isPublic = clientSecret === '';
  const body = new URLSearchParams(isPublic ? { ...form, client_id: clientId } : form).toString();
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  return {
    body,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!isPublic && { authorization: `Basic ${basic}` }),
    },
  };
}

function tokenIn(text: string): string {
  try {
    const found: unknown = JSON.parse(text);
    const token = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)['id_token'] : '';
    return typeof token === 'string' ? token : '';
  } catch {
    return '';
  }
}

function signInRefused(): Problem {
  return new Problem('unauthenticated', 'The identity provider did not accept this sign-in.', {
    remedy:
      'Start again at /console/sign-in. If it fails again, check the client id, secret and redirect address there.',
  });
}
