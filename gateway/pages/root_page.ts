import type { Express, Request, Response } from 'express';
import { html } from '../../lib/html/html.ts';
import { type HtmlPage, htmlPage, writeHtmlPage } from './html_page.ts';
import { ownVersion } from './own_version.ts';

/** The links of the start page. Callers without a credential may see them. */
const LINKS = [
  ['console', '/console', 'Console'],
  ['reference', '/docs', 'API reference'],
  ['openapi', '/v1/openapi.json', 'OpenAPI document'],
  ['guides', '/guides', 'Guides'],
  ['problems', '/problems', 'Kinds of problems'],
  ['liveness', '/healthz', 'Liveness'],
  ['readiness', '/readyz', 'Readiness'],
] as const;
const APIS = [
  ['mainApi', '/v1'],
  ['readApi', '/read/v1'],
] as const;

/** Mounts `GET /`: JSON, or a page for a browser. It needs no credential, so it shows no data of the deployment. */
export function mountRootPage(app: Express, publicUrl: () => string): void {
  const version = ownVersion();
  const page = rootPage(version);
  app.get('/', (request: Request, response: Response) => {
    response.setHeader('vary', 'Accept');
    if (request.accepts(['json', 'html']) !== 'html') return void response.json(rootJson(version, publicUrl()));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    writeHtmlPage(response, page);
  });
}

function rootJson(version: string, publicUrl: string): Record<string, string> {
  const addresses = [...APIS, ...LINKS].map(([name, path]) => [name, `${publicUrl}${path}`]);
  return { name: 'Causeway', version, ...Object.fromEntries(addresses) };
}

/** The links have no leading slash, because a reverse proxy may serve Causeway below a path prefix. */
function rootPage(version: string): HtmlPage {
  const rows = LINKS.map(
    ([, path, label]) => html`<div><dt>${label}</dt><dd><a href=".${path}"><code>${path}</code></a></dd></div>`,
  );
  const [main, read] = APIS.map(([, path]) => html`<code>${path}</code>`);
  return htmlPage({
    title: 'Causeway',
    body: html`<h1>Causeway</h1><p>Version ${version}. The API is below ${main} and ${read}.</p><dl>${rows}</dl>`,
  });
}
