import { html } from '../../../lib/html/html.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { type HtmlPage, htmlPage } from '../../pages/html_page.ts';
import { sessionCookie } from '../../pages/session_cookie.ts';
import type { PageRequest, Redirect, WebPage } from '../../pages/web_pages.ts';
import type { Services } from '../../rest/operation.ts';
import { consoleCookie } from './console_sign_in.ts';

type Site = { publicUrl: () => string };
type BegunSignIn = { state: string; nonce: string; codeVerifier: string };

const CALLBACK_PATH = '/console/sign-in/callback';
/** The max time on the issuer's page, in seconds. */
const MAX_AGE_SECONDS = 600;

/**
 * The pages of the sign-in at the configured OpenID Connect issuer: the redirect to the issuer, and the callback. An
 * HttpOnly cookie keeps state, nonce and the PKCE verifier, so a code that was issued to another browser is refused.
 */
export function openidSignIn(services: Services, site: Site): WebPage[] {
  return [
    {
      method: 'get',
      path: '/console/sign-in/start',
      answer: (request) => withFailurePage(() => startSignIn(services, site, request)),
    },
    {
      method: 'get',
      path: CALLBACK_PATH,
      answer: (request) => withFailurePage(() => finishSignIn(services, site, request)),
    },
  ];
}

async function startSignIn({ identity }: Services, { publicUrl }: Site, { call }: PageRequest): Promise<Redirect> {
  const { url, ...begun } = await identity.startSignIn(call, { redirectUri: `${publicUrl()}${CALLBACK_PATH}` });
  const { state, nonce, codeVerifier } = begun;
  return {
    location: url,
    cookies: [begunCookie(publicUrl()).set([state, nonce, codeVerifier].join('.'), MAX_AGE_SECONDS)],
  };
}

async function finishSignIn({ identity }: Services, { publicUrl }: Site, request: PageRequest): Promise<Redirect> {
  const { call, query, headers } = request;
  const begun = begunIn(begunCookie(publicUrl()).read(headers.cookie));
  if (!begun || query['state'] !== begun.state) throw notOurs();
  if (textIn(query['error']) !== '') throw refusedThere();
  const given = { code: textIn(query['code']), redirectUri: `${publicUrl()}${CALLBACK_PATH}` };
  const { nonce, codeVerifier } = begun;
  const { secret, expireTime } = await identity.finishSignIn(call, { ...given, nonce, codeVerifier });
  const maxAge = Math.floor((expireTime - systemClock.now()) / 1_000);
  return {
    location: `${publicUrl()}/console`,
    cookies: [consoleCookie(publicUrl()).set(secret, maxAge), begunCookie(publicUrl()).clear()],
  };
}

const begunCookie = (publicUrl: string) => sessionCookie('causeway-openid', publicUrl);

function begunIn(value: string): BegunSignIn | null {
  const [state = '', nonce = '', codeVerifier = ''] = value.split('.');
  return state && nonce && codeVerifier ? { state, nonce, codeVerifier } : null;
}

/** Shows a failure as a page, because a person cannot use a problem document. */
async function withFailurePage(answer: () => Promise<Redirect>): Promise<Redirect | HtmlPage> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const body = html`<h1>You are not signed in</h1><p>${error.detail}</p><p>${error.extras.remedy ?? ''}</p>
<p><a class="button" href="../../console/sign-in">Back to the sign-in</a></p>`;
    return { ...htmlPage({ title: 'You are not signed in', body }), status: error.status };
  }
}

/**
 * The person cancelled, or the issuer refused them. The issuer's error text is not shown, because anybody can forge
 * such a link.
 */
function refusedThere(): Problem {
  return new Problem('unauthenticated', 'The identity provider did not sign you in.', {
    remedy: 'Start again. If you did not cancel it, ask who runs the identity provider.',
  });
}

function notOurs(): Problem {
  return new Problem('unauthenticated', 'This sign-in was not started in this browser, or more than ten minutes ago.', {
    remedy: 'Start again.',
  });
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
