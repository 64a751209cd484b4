import type { Builder } from './builder.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { request } from './platform.ts';

export type SignIn = { projectIdOrName?: string | undefined; groupRef: string; consumerRef?: string } & Record<
  string,
  unknown
>;
/** The message from the page to its opener. */
export type CallbackMessage = { eventType: string; data: { connection?: string; error?: string } };
export type CallbackPage = { status: number; html: string; headers: Headers; message: CallbackMessage };

/** The address at which a customer signs in to the sandbox. */
export async function signInUrl(builder: Builder, sandbox: Sandbox, { groupRef, ...more }: SignIn): Promise<URL> {
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

/** Opens the callback as the browser does. */
export async function openCallback(url: URL): Promise<CallbackPage> {
  const { status, text: html, headers } = await request(url.origin, 'GET', url.pathname + url.search);
  const [, message = 'null'] = /postMessage\((\{.*?\}), '\*'\)/s.exec(html) ?? [];
  return { status, html, headers, message: JSON.parse(message) as CallbackMessage };
}

/** The complete sign-in; returns the id of the connection. Throws when the page reports a failure. */
export async function signIn(builder: Builder, sandbox: Sandbox, request: SignIn): Promise<string> {
  const page = await openCallback(await callbackUrl(await signInUrl(builder, sandbox, request)));
  const { connection } = page.message.data;
  if (!connection) throw new Error(page.html);
  return connection;
}
