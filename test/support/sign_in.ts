import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Builder } from './builder.ts';
import { request } from './platform.ts';

type SignIn = { projectIdOrName?: string | undefined; groupRef: string; consumerRef?: string } & Record<
  string,
  unknown
>;
/** The message from the page to its opener. */
type CallbackMessage = { eventType: string; data: { connection?: string; error?: string } };
type Outcome<Message> = { message: Message; origins: string[]; closes: boolean; returnUrl?: string };
type CallbackPage = { status: number; html: string; headers: Headers } & Outcome<CallbackMessage>;

/** The cookies of the customers' browser, by the gateway's origin. */
const jar = new Map<string, Map<string, string>>();

/** Opens our page before the sign-in as a browser does, presses Continue, and returns the provider's address. */
export async function pressContinue(page: URL): Promise<URL> {
  const opened = await fetch(page);
  const html = await opened.text();
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (opened.status !== 200 || !action)
    throw new Error(`The page before the sign-in answered ${opened.status}: ${html}`);
  keepCookies(page.origin, opened.headers);
  const headers = { origin: page.origin, cookie: cookiesOf(page.origin) };
  const gone = await fetch(new URL(action, page), { method: 'POST', headers, redirect: 'manual' });
  const location = gone.headers.get('location');
  if (!location) throw new Error(`Continue answered ${gone.status} without a redirect: ${await gone.text()}`);
  return new URL(location);
}

function keepCookies(origin: string, headers: Headers): void {
  const cookies = jar.get(origin) ?? new Map<string, string>();
  jar.set(origin, cookies);
  for (const [name = '', value = ''] of headers.getSetCookie().map((cookie) => cookie.split(/[=;]/))) {
    cookies.set(name, value);
    // A browser deletes these cookies after ten minutes; tests need only the newest.
    if (cookies.size > 40) cookies.delete(cookies.keys().next().value ?? '');
  }
}

/** The `Cookie` header of the customers' browser. */
export function cookiesOf(origin: string): string {
  return [...(jar.get(origin) ?? [])].map((pair) => pair.join('=')).join('; ');
}

/** The address of the provider's page on which a customer signs in to the sandbox. */
export async function signInUrl(builder: Builder, sandbox: Sandbox, request: SignIn): Promise<URL> {
  return pressContinue(await signInPage(builder, sandbox, request));
}

/** The address that the builder's app opens: our page before the provider's sign-in page. */
export async function signInPage(builder: Builder, sandbox: Sandbox, { groupRef, ...more }: SignIn): Promise<URL> {
  const { status, text } = await builder.send('POST', '/v1/oauth-connect', {
    projectIdOrName: builder.projectName,
    provider: 'sandboxOAuth',
    groupRef,
    consumerRef: 'person',
    providerMetadata: { baseUrl: sandbox.url },
    ...more,
  });
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  return new URL(text);
}

/**
 * The address to which the provider redirects the browser after the sign-in: our callback, with state and code or an
 * error.
 */
export async function callbackUrl(signIn: URL): Promise<URL> {
  const { status, headers } = await fetch(signIn, { redirect: 'manual' });
  const location = headers.get('location');
  if (!location) throw new Error(`The provider answered ${status} without a redirect.`);
  return new URL(location);
}

/** Opens the callback in the customers' browser, or with the cookies of another browser. */
export async function openCallback(url: URL, cookie = cookiesOf(url.origin)): Promise<CallbackPage> {
  const {
    status,
    text: html,
    headers,
  } = await request(url.origin, 'GET', url.pathname + url.search, {
    headers: { cookie },
  });
  return { status, html, headers, ...outcomeIn<CallbackMessage>(html) };
}

/** The data for the script of a callback page. */
export function outcomeIn<Message>(html: string): Outcome<Message> {
  const [, data = 'null'] = /<script type="application\/json" id="outcome">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data) as Outcome<Message>;
}

/** Does the complete sign-in; returns the id of the connection. Throws when the page reports a failure. */
export async function signIn(builder: Builder, sandbox: Sandbox, request: SignIn): Promise<string> {
  const page = await openCallback(await callbackUrl(await signInUrl(builder, sandbox, request)));
  const { connection } = page.message.data;
  if (!connection) throw new Error(page.html);
  return connection;
}
