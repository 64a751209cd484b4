/**
 * The claims of an ID token from a token endpoint. The TLS connection to the endpoint proves the issuer, so the
 * signature is not verified (OpenID Connect Core 3.1.3.7, 6). Issuer, audience and expiry are verified.
 */
import { Buffer } from 'node:buffer';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { IdTokenFacts } from '../file/auth_facts.ts';
import { getPath } from '../json_path.ts';
import { fillText } from '../request/template.ts';

type Expected = { displayName: string; clientId: string | undefined; now: number };

const SKEW_SECONDS = 120;

/**
 * The claims that the file names. Throws ProviderFailure `badRequest` when the token is not for our app or lacks a
 * claim.
 */
export function verifiedClaims(
  { path, issuer, claims, needs }: IdTokenFacts,
  body: Json,
  expected: Expected,
): Record<string, string> {
  const token = payloadOf(scalarText(getPath(body, path)) ?? '');
  const found = Object.fromEntries(
    Object.entries(claims).map(([name, claim]) => [
      name,
      required(scalarText(token[claim]) ?? undefined, claim, expected),
    ]),
  );
  const fault = faultOf(token, fillText(issuer, found), expected);
  if (fault) throw refused(`${expected.displayName} sent an ID token ${fault}.`);
  if (needs && !listOf(token[needs.claim]).some((value) => needs.oneOf.includes(String(value))))
    throw refused(needs.otherwise);
  return found;
}

function faultOf(token: JsonObject, issuer: string, { clientId, now }: Expected): string | null {
  const audience = listOf(token['aud']).map(String);
  if (token['iss'] !== issuer) return 'of another issuer';
  if (clientId === undefined || audience.length !== 1 || audience[0] !== clientId) return 'for another app';
  if (!(Number(scalarText(token['exp'])) + SKEW_SECONDS > now / 1000)) return 'that has expired';
  return null;
}

function payloadOf(token: string): JsonObject {
  const [, payload = '', ...more] = token.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Json;
    if (more.length === 1 && isObject(claims)) return claims;
  } catch {
    // The text is not JSON: refused below.
  }
  throw refused('The provider sent no ID token that can be read.');
}

function listOf(claim: Json | undefined): Json[] {
  return Array.isArray(claim) ? claim : claim === undefined ? [] : [claim];
}

function required(value: string | undefined, claim: string, { displayName }: Expected): string {
  if (value) return value;
  throw refused(`${displayName} sent an ID token without the claim ${claim}.`);
}

function refused(message: string): ProviderFailure {
  return new ProviderFailure('badRequest', message);
}
