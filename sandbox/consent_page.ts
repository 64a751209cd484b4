/** The consent page at /oidc-interaction/{uid}. Most tests skip it (`autoConsent`). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from '../lib/html/html.ts';
import { ApiError } from './api_error.ts';
import { accountFor, grantScopes, type OAuthServer } from './oauth_server.ts';

export async function handleConsent(
  { provider }: OAuthServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response).catch(() => {
    throw new ApiError(
      400,
      'unknown_interaction',
      'This browser has no sign-in in progress. Start again from the application.',
    );
  });
  if (request.method === 'GET') return sendPage(response, params);
  if (request.method !== 'POST')
    throw new ApiError(405, 'method_not_allowed', 'Only GET and POST.', { allow: 'GET, POST' });
  const accountId = accountFor(params['login_hint']);
  const grantId = await grantScopes(provider, { accountId, clientId: params['client_id']!, scope: params['scope']! });
  const result = { login: { accountId }, consent: { grantId } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function sendPage(response: ServerResponse, params: Record<string, string>): void {
  const scopes = (params['scope'] ?? '').split(' ').map((scope) => html`<li><code>${scope}</code></li>`);
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  });
  response.end(
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Allow access: Sandbox CRM</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.4rem}</style>
</head><body><main><h1>Sandbox CRM</h1>
<p><strong>${params['client_id'] ?? 'An application'}</strong> asks for access to your account:</p><ul>${scopes}</ul>
<form method="post"><button type="submit" autofocus>Allow</button></form>
</main></body></html>`.text,
  );
}
