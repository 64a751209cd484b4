import type { Ready } from '../../embedded/ready.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** Does what a customer's browser does: opens the sign-in page, which grants access at once, and then our callback. */
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
  const granted = await fetch(page, { redirect: 'manual' });
  const callback = granted.headers.get('location');
  if (!callback) throw new Error(`The sign-in page answered ${granted.status} without a redirect.`);
  const done = await fetch(callback);
  const html = await done.text();
  if (!html.includes('AUTHORIZATION_SUCCEEDED')) throw new Error(`The callback answered ${done.status}: ${html}`);
}
