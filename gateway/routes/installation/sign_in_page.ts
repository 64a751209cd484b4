import { html } from '../../../lib/html/html.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { type HtmlPage, htmlPage } from '../../pages/html_page.ts';
import { textOf } from '../../pages/page_texts.ts';
import { isSameOrigin } from '../../pages/same_origin.ts';
import { cookieName, newSecret, secretIn, setCookie } from '../../pages/sign_in_cookies.ts';
import type { PageRequest, Redirect, WebPage } from '../../pages/web_pages.ts';
import type { Services } from '../../rest/operation.ts';
import { appNameOf } from './sign_in_app.ts';

type Site = { publicUrl: () => string };

const PATH = '/connect/sign-in';

/**
 * The page between a builder's app and a provider's sign-in page. It says who gets access. Opening it sets a cookie,
 * and does not use up the sign-in. Continue is a same-origin POST with this cookie; only its answer contains the
 * provider's address. Our callback requires the cookie again.
 */
export function signInPages(services: Services, site: Site): WebPage[] {
  return [
    { method: 'get', path: PATH, answer: (request) => withFailurePage(() => showSignIn(services, site, request)) },
    { method: 'post', path: PATH, answer: (request) => withFailurePage(() => continueSignIn(services, site, request)) },
  ];
}

async function showSignIn(services: Services, site: Site, { call, query, headers }: PageRequest): Promise<HtmlPage> {
  const token = textIn(query['session']);
  const name = cookieName(token, site.publicUrl());
  const secret = secretIn(headers.cookie, name);
  const signIn = await services.installation.getSignIn(call, { token, browserSecrets: [secret] });
  const app = await appNameOf(services, call, signIn.projectId);
  if (signIn.isTaken) return failurePage('taken', 409, { app });
  return {
    ...signInPage({ ...signIn, app, token }),
    cookies: [setCookie(name, secret || newSecret(), site.publicUrl())],
    // With no-referrer, browsers would send `Origin: null` with the form. Other origins get no referrer in both cases.
    referrerPolicy: 'same-origin',
  };
}

async function continueSignIn(
  { installation }: Services,
  site: Site,
  request: PageRequest,
): Promise<HtmlPage | Redirect> {
  const { call, query, headers } = request;
  const publicUrl = site.publicUrl();
  if (!isSameOrigin(headers, publicUrl)) return failurePage('foreign', 403);
  const token = textIn(query['session']);
  const browserSecret = secretIn(headers.cookie, cookieName(token, publicUrl));
  if (!browserSecret) return noCookie(token, new URL(publicUrl).host);
  const { url } = await installation.continueSignIn(call, { token, browserSecret });
  return { location: url };
}

/** Shows a failure as a page, because a customer cannot use a problem document. */
async function withFailurePage<T>(answer: () => Promise<T>): Promise<T | HtmlPage> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.kind === 'notFound') return failurePage('expired', 404);
    if (error.kind === 'conflict') return failurePage('taken', 409);
    return failurePage('unavailable', error.status);
  }
}

type SignInPageFields = {
  app: string;
  token: string;
  providerName: string;
  providerOrigin: string;
  groupName: string;
  consumerName: string;
  isReconnect: boolean;
};

function signInPage({
  app,
  token,
  groupName: group,
  consumerName,
  providerName: provider,
  ...more
}: SignInPageFields): HtmlPage {
  const { host, protocol } = new URL(more.providerOrigin);
  const values = { app, group, provider, host };
  const rows = { app, group, consumer: consumerName, provider: `${provider} (${host})` };
  const list = Object.entries(rows).map(
    ([key, value]) => html`<div><dt>${textOf(`signIn.${key}`)}</dt><dd>${value}</dd></div>`,
  );
  const title = textOf(more.isReconnect ? 'signIn.reconnectTitle' : 'signIn.title', values);
  return htmlPage({
    title,
    // Browsers apply form-action also to redirects, and a provider may redirect to any host.
    formAction: `'self' https:${protocol === 'http:' ? ' http:' : ''}`,
    body: html`<h1>${title}</h1><p>${textOf('signIn.lead', values)}</p><dl>${list}</dl>
<p class="note">${textOf('signIn.warning', values)}</p>
<form method="post" action="${pathOf(token)}"><button type="submit">${textOf('signIn.continue', values)}</button></form>
<p class="soft">${textOf('signIn.stop')}</p>`,
  });
}

function failurePage(key: string, status: number, { app = textOf('theApp') } = {}): HtmlPage {
  const title = textOf(`${key}.title`);
  return { ...htmlPage({ title, body: html`<h1>${title}</h1><p>${textOf(`${key}.text`, { app })}</p>` }), status };
}

function noCookie(token: string, host: string): HtmlPage {
  const title = textOf('noCookie.title');
  const body = html`<h1>${title}</h1><p>${textOf('noCookie.text', { host })}</p>
<p><a class="button" href="${pathOf(token)}">${textOf('noCookie.again')}</a></p>`;
  return { ...htmlPage({ title, body }), status: 400 };
}

function pathOf(token: string): string {
  return `${PATH}?session=${encodeURIComponent(token)}`;
}

function textIn(value: unknown): string {
  return typeof value === 'string' && value.length <= 100 ? value : '';
}
