import { html, type Markup } from '../../../lib/html/html.ts';
import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { OauthResult__Output as OauthResult } from '../../../protos/gen/causeway/installation/v1/OauthResult.ts';
import { type HtmlPage, htmlPage } from '../../pages/html_page.ts';
import { textOf } from '../../pages/page_texts.ts';
import { secretsIn } from '../../pages/sign_in_cookies.ts';
import { isFrontendKey } from '../../rest/frontend_keys.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import type { ResolveProject } from '../identity/resolve_project.ts';
import { checkReturnUrl } from './return_url.ts';
import type { SignInApp, signInApps } from './sign_in_app.ts';

const NO_PROJECT: Issue = { in: 'body', name: 'projectIdOrName', detail: 'is required' };

type OauthPageParts = { resolveProject: ResolveProject; appOf: ReturnType<typeof signInApps>; publicUrl: () => string };

export function oauthRoutes(
  { installation }: Services,
  { resolveProject, appOf, publicUrl }: OauthPageParts,
): Routes<'oauthConnect' | 'oauthCallback'> {
  return {
    async oauthConnect(request) {
      const {
        projectIdOrName,
        projectId = projectIdOrName,
        provider,
        groupRef,
        groupName = '',
        consumerRef,
        consumerName = '',
      } = request.body;
      const { providerWorkspaceRef = '', providerMetadata = {}, providerAppId = '', returnUrl = '' } = request.body;
      if (!projectId)
        throw new Problem('invalidArgument', 'projectIdOrName in the body is required.', { issues: [NO_PROJECT] });
      const project = await resolveProject(request, projectId);
      if (returnUrl) checkReturnUrl(returnUrl, project.allowedOrigins);
      const { url } = await installation.startOauth(request.call, {
        projectId: project.id,
        provider,
        groupRef,
        groupName,
        consumerRef,
        consumerName,
        providerWorkspaceRef,
        providerAppId,
        providerMetadataJson: stringifyJson(providerMetadata as JsonValue),
        openerOrigin: request.headers.origin ?? '',
        returnUrl,
        createsOnly: request.caller.isRestricted,
        byFrontendKey: isFrontendKey(request.caller),
      });
      return url;
    },
    async oauthCallback({ call, query, headers }) {
      const { state = '', code = '', error = '', error_description: errorDescription = '', iss: issuer = '' } = query;
      const browserSecrets = secretsIn(headers.cookie, publicUrl());
      const answer = { state, code, error, errorDescription, issuer, browserSecrets };
      const result = await installation.completeOauth(call, answer);
      return callbackPage(result, await appOf(call, result));
    },
  };
}

/**
 * A page that sends the outcome to its opener, or goes back to the app. A failure stays on screen until the user closes
 * it.
 */
function callbackPage(result: OauthResult, { name: app, origins }: SignInApp): HtmlPage {
  const { connectionId, error, errorCode, returnUrl } = result;
  const message = error
    ? { eventType: 'AUTHORIZATION_FAILED', message: error, data: { error } }
    : { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: connectionId } };
  const back = returnUrl && addressWith(returnUrl, error ? { error: errorCode || 'failed' } : { connectionId });
  const key = error ? (errorCode === 'otherBrowser' ? 'otherBrowser' : 'failed') : 'connected';
  const title = textOf(`${key}.title`);
  const link = back && html`<p><a class="button" href="${back}">${textOf('back', { app })}</a></p>`;
  return htmlPage({
    title,
    body: html`<h1>${title}</h1>${errorParagraphs(key, error, app)}${link}`,
    script: 'callback.mjs',
    outcome: { message, origins, closes: !error, ...(back && { returnUrl: back }) },
  });
}

function errorParagraphs(key: string, error: string, app: string): Markup {
  if (key !== 'failed') return html`<p>${textOf(`${key}.text`, { app })}</p>`;
  return html`<p>${error}</p><p>${textOf('failed.next', { app })}</p>`;
}

function addressWith(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
