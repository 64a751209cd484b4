import type { Ready } from '../../embedded/ready.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/**
 * Makes the requests of a customer's browser: our page, the Continue button, the provider's page, which grants access
 * immediately, and our callback.
 */
export async function signInAtSandbox(ready: Ready, sandbox: Sandbox, groupRef: string): Promise<void> {
  const asked = await fetch(`${ready.baseUrl}/oauth-connect`, {
    method: 'POST',
    headers: { 'x-api-key': ready.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      projectIdOrName: ready.project.name,
      provider: 'sandboxOAuth',
      groupRef,
      consumerRef: 'gus',
      providerMetadata: { baseUrl: sandbox.url },
    }),
  });
  const page = await asked.text();
  if (!asked.ok) throw new Error(`oauth-connect answered ${asked.status}: ${page}`);
  const { url, cookie } = await pressContinue(new URL(page));
  const granted = await fetch(url, { redirect: 'manual' });
  const callback = granted.headers.get('location');
  if (!callback) throw new Error(`The sign-in page answered ${granted.status} without a redirect.`);
  const done = await fetch(callback, { headers: { cookie } });
  const html = await done.text();
  if (!html.includes('AUTHORIZATION_SUCCEEDED')) throw new Error(`The callback answered ${done.status}: ${html}`);
}

/**
 * The provider's address, and the cookie that the callback requires. Version 0.1.0 had no page before the provider's
 * sign-in page.
 */
async function pressContinue(page: URL): Promise<{ url: string; cookie: string }> {
  if (page.pathname !== '/connect/sign-in') return { url: page.href, cookie: '' };
  const shown = await fetch(page);
  const cookie = shown.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const headers = { origin: page.origin, cookie };
  const gone = await fetch(page, { method: 'POST', headers, redirect: 'manual' });
  const url = gone.headers.get('location');
  if (!url) throw new Error(`Continue answered ${gone.status} without a redirect.`);
  return { url, cookie };
}
