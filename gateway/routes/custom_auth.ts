import { stringifyJson, type Json as JsonValue } from '../../lib/json/json.ts';
import { htmlPage } from '../http/html_page.ts';
import type { Routes, Services } from '../http/operation.ts';
import { connectionJson } from './connections.ts';
import type { ResolveProject } from './resolve_project.ts';

/** The event name under which the UI library expects a provider's callback parameters. */
const SOURCE = 'ampersand-custom-auth';

export function customAuthRoutes(
  { installation }: Services,
  resolveProject: ResolveProject,
): Routes<'customAuthConnect' | 'customAuthCallback'> {
  return {
    async customAuthConnect({ call, caller, body }) {
      const { projectIdOrName, sessionId, callbackParams = {}, ...first } = body;
      const projectId = await resolveProject({ call, caller }, projectIdOrName);
      const { redirectUrl, connection, ...next } =
        sessionId === undefined
          ? await installation.startCustomAuth(call, { projectId, ...startOf(first) })
          : await installation.resumeCustomAuth(call, {
              projectId,
              sessionId,
              callbackParams,
              groupRef: caller.groupRef,
              consumerRef: caller.consumerRef,
            });
      if (connection) return { connection: connectionJson(connection) };
      return { redirect: { url: redirectUrl, sessionId: next.sessionId } };
    },
    async customAuthCallback({ query }) {
      return callbackPage(query as Record<string, unknown>);
    },
  };
}

type First = Omit<
  Parameters<Routes<'customAuthConnect'>['customAuthConnect']>[0]['body'],
  'projectIdOrName' | 'sessionId' | 'callbackParams'
>;

function startOf({ providerMetadata = {}, customAuth = {}, ...texts }: First) {
  const {
    provider = '',
    groupRef = '',
    groupName = '',
    consumerRef = '',
    consumerName = '',
    providerAppId = '',
  } = texts;
  return {
    provider,
    groupRef,
    groupName,
    consumerRef,
    consumerName,
    providerAppId,
    providerMetadataJson: stringifyJson(providerMetadata as JsonValue),
    customAuthJson: stringifyJson(customAuth as JsonValue),
  };
}

/**
 * Posts the provider's callback parameters to the page that opened the window. They are useless without the session id,
 * which only the page that began the sign-in knows, so any opener may receive them.
 */
function callbackPage(query: Record<string, unknown>) {
  const params = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value)]),
  );
  const message = JSON.stringify({ source: SOURCE, params })
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return htmlPage({
    title: 'Causeway',
    body: '<p>Thank you. You can close this window.</p>',
    script: `if (window.opener) { window.opener.postMessage(${message}, '*'); window.close(); }`,
  });
}
