import type { Send } from '../../../lib/http/outbound.ts';

const LIMITS = { timeoutMs: 5_000, maxBytes: 512 * 1_024 };

/** The configuration of an issuer. OpenID Connect Discovery 4.3: a document that names another issuer must not be used. */
export async function discover(issuer: string, send: Send): Promise<Record<string, unknown>> {
  const found = await getJson(send, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (found['issuer'] !== issuer) throw new Error('The configuration of the identity provider is of another issuer.');
  return found;
}

/** A JSON object of the issuer's. Throws for any other answer. */
export async function getJson(send: Send, url: string): Promise<Record<string, unknown>> {
  const { status, text } = await send({ method: 'GET', url, headers: { accept: 'application/json' }, ...LIMITS });
  if (status !== 200) throw new Error(`The identity provider answered ${status}.`);
  const found: unknown = JSON.parse(text);
  if (found === null || typeof found !== 'object') throw new Error('The identity provider answered no JSON object.');
  return found as Record<string, unknown>;
}
