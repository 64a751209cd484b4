import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** Tokens from the builder's own sign-in, which the builder can import: exchanges an authorization code with PKCE. */
export async function importableTokens(
  { url }: Sandbox,
  origin: string,
  clientSecret = 'sandbox-secret',
): Promise<{ accessToken: string; refreshToken: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/callbacks/v1/oauth`;
  const authorize = new URL(`${url}/oidc/auth`);
  authorize.search = new URLSearchParams({
    client_id: 'sandbox-client',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'crm.read offline_access',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const { headers } = await fetch(authorize, { redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`sandbox-client:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}
