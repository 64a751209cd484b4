import { stringifyJson, type Json as JsonValue } from '../../lib/json/json.ts';
import { Problem, type Issue } from '../../lib/problem/problem.ts';
import { escapeHtml, type HtmlPage, htmlPage } from '../http/html_page.ts';
import type { Routes, Services } from '../http/operation.ts';
import type { ResolveProject } from './resolve_project.ts';

const NO_PROJECT: Issue = { in: 'body', name: 'projectIdOrName', detail: 'is required' };

export function oauthRoutes(
  { installation }: Services,
  resolveProject: ResolveProject,
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
      const { providerWorkspaceRef = '', providerMetadata = {}, providerAppId = '' } = request.body;
      if (!projectId)
        throw new Problem('invalidArgument', 'projectIdOrName in the body is required.', { issues: [NO_PROJECT] });
      const { url } = await installation.startOauth(request.call, {
        projectId: await resolveProject(request, projectId),
        provider,
        groupRef,
        groupName,
        consumerRef,
        consumerName,
        providerWorkspaceRef,
        providerAppId,
        providerMetadataJson: stringifyJson(providerMetadata as JsonValue),
      });
      return url;
    },
    async oauthCallback({ call, query }) {
      const { state = '', code = '', error = '', error_description: errorDescription = '', iss: issuer = '' } = query;
      const result = await installation.completeOauth(call, { state, code, error, errorDescription, issuer });
      return callbackPage(result.connectionId, result.error);
    },
  };
}

/** Posts the outcome to the opener and closes the window. The message holds no secret, so any opener may receive it. */
function callbackPage(connectionId: string, error: string): HtmlPage {
  const message = error
    ? { eventType: 'AUTHORIZATION_FAILED', message: error, data: { error } }
    : { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: connectionId } };
  const inScript = JSON.stringify(message)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  const text = error ? `The connection was not made: ${escapeHtml(error)}` : 'Connected. You can close this window.';
  return htmlPage({
    title: 'Connection',
    body: `<p>${text}</p>`,
    script: `if (window.opener) { window.opener.postMessage(${inScript}, '*'); window.close(); }`,
  });
}
