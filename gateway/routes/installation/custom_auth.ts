import { html } from '../../../lib/html/html.ts';
import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { type HtmlPage, htmlPage } from '../../pages/html_page.ts';
import { textOf } from '../../pages/page_texts.ts';
import { secretsIn } from '../../pages/sign_in_cookies.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import type { ResolveProject } from '../identity/resolve_project.ts';
import { connectionJson } from './connections.ts';
import type { SignInApp, signInApps } from './sign_in_app.ts';

/** The message source under which the UI library expects a provider's callback parameters. */
const MESSAGE_SOURCE = 'ampersand-custom-auth';

type CustomAuthPageParts = {
  resolveProject: ResolveProject;
  appOf: ReturnType<typeof signInApps>;
  publicUrl: () => string;
};

export function customAuthRoutes(
  { installation }: Services,
  { resolveProject, appOf, publicUrl }: CustomAuthPageParts,
): Routes<'customAuthConnect' | 'customAuthCallback'> {
  return {
    async customAuthConnect({ call, caller, body, headers }) {
      const { projectIdOrName, sessionId, callbackParams = {}, ...first } = body;
      const { id: projectId } = await resolveProject({ call, caller }, projectIdOrName);
      const openerOrigin = headers.origin ?? '';
      const { redirectUrl, connection, ...next } =
        sessionId === undefined
          ? await installation.startCustomAuth(call, { projectId, ...startOf(first), openerOrigin })
          : await installation.resumeCustomAuth(call, {
              projectId,
              sessionId,
              callbackParams,
              groupRef: caller.groupRef,
              consumerRef: caller.consumerRef,
              provider: caller.onlyProvider,
            });
      if (connection) return { connection: connectionJson(connection) };
      return { redirect: { url: redirectUrl, sessionId: next.sessionId } };
    },
    async customAuthCallback({ call, query, headers }) {
      const opener = await installation.findOpener(call, { browserSecrets: secretsIn(headers.cookie, publicUrl()) });
      if (!opener.projectId) return otherBrowserPage();
      return callbackPage(query as Record<string, unknown>, await appOf(call, opener));
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
 * A page that posts the provider's callback parameters to the page that opened the window. That page continues the
 * sign-in.
 */
function callbackPage(query: Record<string, unknown>, { name: app, origins }: SignInApp): HtmlPage {
  const params = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value)]),
  );
  const title = textOf('step.title');
  return htmlPage({
    title,
    body: html`<h1>${title}</h1><p>${textOf('step.text', { app })}</p>`,
    script: 'callback.mjs',
    outcome: { message: { source: MESSAGE_SOURCE, params }, origins, closes: true },
  });
}

/**
 * Shown to a person who did not start the sign-in in this browser. Their credentials must not go to the person who
 * started it.
 */
function otherBrowserPage(): HtmlPage {
  const title = textOf('otherBrowser.title');
  return htmlPage({
    title,
    body: html`<h1>${title}</h1><p>${textOf('otherBrowser.text', { app: textOf('theApp') })}</p>`,
  });
}
