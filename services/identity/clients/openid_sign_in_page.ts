import { Buffer } from 'node:buffer';
import { unmetered } from '../../../connectors/calls/meter.ts';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import type { SignInPage } from '../sessions/sign_ins.ts';
import { discover } from './issuer_keys.ts';

type Settings = { oidcIssuer: string; oidcClientId: string; oidcClientSecret: string };
type Deps = { calls: ProviderCalls; clock: Clock; log: Log };
type Endpoints = { authorization: string; token: string };

const FRESH_MS = 10 * 60_000;
const LIMITS = { timeoutMs: 10_000, maxBytes: 512 * 1_024 };
const MAX_CODE_LENGTH = 4_096;

/** The sign-in page of the configured OpenID Connect issuer, for the console. */
export function openidSignInPage(settings: Settings, { calls, clock, log }: Deps): SignInPage {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  let known: { endpoints: Endpoints; until: number } | null = null;

  async function endpoints(): Promise<Endpoints> {
    if (known && known.until > clock.now()) return known.endpoints;
    const endpoints = await asked(async (send) => endpointsIn(await discover(issuer, send)));
    known = { endpoints, until: clock.now() + FRESH_MS };
    return known.endpoints;
  }

  async function asked<T>(ask: (send: Parameters<Parameters<ProviderCalls>[1]>[0]['send']) => Promise<T>): Promise<T> {
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
      if (code === '' || code.length > MAX_CODE_LENGTH) throw refused();
      const { token: url } = await endpoints();
      const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
      const { status, text } = await asked((send) =>
        send({ method: 'POST', url, ...sentBy(clientId, clientSecret, form), ...LIMITS }),
      );
      const idToken = status === 200 ? tokenIn(text) : '';
      if (idToken === '') {
        log.warn('sign-in refused', { issuer, status });
        throw refused();
      }
      return idToken;
    },
  };
}

/** Throws for a document without one of them. */
function endpointsIn(document: Record<string, unknown>): Endpoints {
  const [authorization, token] = [document['authorization_endpoint'], document['token_endpoint']];
  if (typeof authorization === 'string' && typeof token === 'string' && isUrl(authorization) && isUrl(token))
    return { authorization, token };
  throw new Error('The configuration of the identity provider names no endpoints for a sign-in.');
}

/** RFC 6749 2.3.1: HTTP Basic with encoded parts. A public client only names itself. */
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

function refused(): Problem {
  return new Problem('unauthenticated', 'The identity provider did not accept this sign-in.', {
    remedy:
      'Start again at /console/sign-in. If it fails again, check the client id, secret and redirect address there.',
  });
}
