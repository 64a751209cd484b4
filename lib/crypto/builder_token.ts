import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { newPrivateJwk } from './new_private_jwk.ts';

type BuilderClaims = { builderId: string; email: string; emailVerified: boolean };

/** Signs and verifies tokens that Causeway itself issues. It accepts only EdDSA, to prevent algorithm confusion. */
export type BuilderTokens = {
  /** Times in Unix milliseconds. */
  issue(claims: BuilderClaims, times: { now: number; expireTime: number }): Promise<string>;
  /** Returns null unless Causeway issued the token and the token has not expired. */
  verify(token: string, now: number): Promise<BuilderClaims | null>;
};

export const OWN_ISSUER = 'causeway';
const TOKEN_AUDIENCE = 'causeway';
const MAX_TOKEN_LENGTH = 8_192;

export function newSigningKey(): string {
  return JSON.stringify(newPrivateJwk('ed25519'));
}

/** @param privateJwk from newSigningKey. The issuer is a constant, so tokens stay valid when the public URL changes. */
export async function createBuilderTokens(privateJwk: string): Promise<BuilderTokens> {
  const jwk = JSON.parse(privateJwk) as JWK;
  const { d: _private, ...publicJwk } = jwk;
  const [privateKey, publicKey] = await Promise.all([importJWK(jwk, 'EdDSA'), importJWK(publicJwk, 'EdDSA')]);
  return {
    issue: ({ builderId, email, emailVerified }, { now, expireTime }) =>
      new SignJWT({ email, email_verified: emailVerified })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
        .setIssuer(OWN_ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(builderId)
        .setIssuedAt(new Date(now))
        .setExpirationTime(new Date(expireTime))
        .sign(privateKey),
    async verify(token, now) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          issuer: OWN_ISSUER,
          audience: TOKEN_AUDIENCE,
          algorithms: ['EdDSA'],
          typ: 'JWT',
          clockTolerance: 60,
          requiredClaims: ['exp', 'iat', 'sub'],
          currentDate: new Date(now),
        });
        return {
          builderId: String(payload.sub),
          email: String(payload['email'] ?? ''),
          emailVerified: payload['email_verified'] === true,
        };
      } catch {
        return null;
      }
    },
  };
}
