import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { MAX_TOKEN_LENGTH } from '../../../lib/crypto/token_peek.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import type { IdentityProvider, Login } from '../callers/caller.ts';
import { issuerKeys } from './issuer_keys.ts';

export type OpenidSettings = {
  oidcIssuer: string;
  oidcName: string;
  oidcAudiences: readonly string[];
  oidcParties: readonly string[];
  oidcAlgorithms: readonly string[];
  oidcJwksUrl: string;
  oidcCooldown: number;
};
type Deps = { calls: ProviderCalls; clock: Clock; log: Log };

/** Asymmetric algorithms only. HS256 is excluded: the key that verifies could also sign. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Allowed `typ` headers. Other token types, such as logout tokens, are signed with the same keys. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
const LEEWAY_SECONDS = 60;

/** The configured OpenID Connect issuer. Throws on settings that would accept tokens of any client. */
export function openidProvider(settings: OpenidSettings, deps: Deps): IdentityProvider {
  const { oidcIssuer: issuer, oidcJwksUrl: jwksUrl, oidcCooldown: cooldownMs } = settings;
  check(settings);
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
        if (!(error instanceof errors.JWKSNoMatchingKey)) return refused(error);
      }
      const newer = await keys.newerThan(key);
      return newer && verified(token, newer).then((payload) => loginOf(payload, idpProvider), refused);
    },
  };
}

/** Only the library's own errors mean a bad token; any other error is a bug and is rethrown. */
function refused(error: unknown): null {
  if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
  throw error;
}

function checkKind(typ: string | undefined, payload: JWTPayload): void {
  if (typ !== undefined && !TYPES.has(typ.toLowerCase())) throw new errors.JWTInvalid('not the token of a login');
  if (payload['events'] !== undefined) throw new errors.JWTInvalid('an event, not a login');
}

/** OpenID Connect Core 3.1.3.7: a token for several audiences must say which of them asked for it. */
function checkParty({ aud, azp }: JWTPayload, { oidcParties, oidcAudiences }: OpenidSettings): void {
  const forSeveral = Array.isArray(aud) && aud.length > 1;
  const allowed = oidcParties.length > 0 ? oidcParties : forSeveral ? oidcAudiences : null;
  if (allowed && !allowed.includes(String(azp))) throw new errors.JWTInvalid('asked for by another party');
}

function loginOf(payload: JWTPayload, idpProvider: string): Login | null {
  const text = (claim: string) => clean(payload[claim]);
  const idpRef = String(payload.sub);
  if (idpRef === '' || idpRef.length > 191 || idpRef !== clean(idpRef)) return null;
  const [first = '', ...rest] = text('name').split(' ');
  return {
    idpProvider,
    idpRef,
    // Not normalised: normalising could merge two addresses into one.
    email: typeof payload['email'] === 'string' ? payload['email'] : '',
    // Some providers write the flag as text; every other form counts as not verified.
    emailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
  };
}

function clean(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll(/\p{C}/gu, '').trim().slice(0, 191) : '';
}

function check({ oidcIssuer, oidcAudiences, oidcParties, oidcAlgorithms, ...settings }: OpenidSettings): void {
  if (!isUrl(oidcIssuer)) throw new Error('CAUSEWAY_IDENTITY_OIDC_ISSUER is not a URL');
  if (oidcAudiences.length === 0 && oidcParties.length === 0)
    throw new Error(
      'CAUSEWAY_IDENTITY_OIDC_AUDIENCES or CAUSEWAY_IDENTITY_OIDC_PARTIES must be set: without them any token of the issuer would do',
    );
  const odd = oidcAlgorithms.find((algorithm) => !ALGORITHMS.includes(algorithm));
  if (odd !== undefined || oidcAlgorithms.length === 0)
    throw new Error(`CAUSEWAY_IDENTITY_OIDC_ALGORITHMS must be some of ${ALGORITHMS.join(', ')}`);
  const name = nameOf({ oidcIssuer, oidcAudiences, oidcParties, oidcAlgorithms, ...settings });
  if (!/^[\x21-\x7e]{1,64}$/.test(name) || name === 'causeway')
    throw new Error('CAUSEWAY_IDENTITY_OIDC_NAME must be set: at most 64 characters, and not causeway');
}

/** The default provider name comes from the issuer, so that two issuers never share a builder. */
function nameOf({ oidcName, oidcIssuer }: OpenidSettings): string {
  return oidcName || oidcIssuer.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
