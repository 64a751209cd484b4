import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { html, type Markup } from '../../lib/html/html.ts';
import { type HtmlPage, htmlPage, writeHtmlPage } from './html_page.ts';
import { sendDocument } from './send_document.ts';

/** Folders of docs/ whose pages are served. */
const SERVED_FOLDERS = ['guides', 'behaviour', 'adr', ''];
/** The first guides of the index, in reading order. */
const FIRST_GUIDES = [
  'guides/first_integration.md',
  'guides/console.md',
  'guides/connect_page.md',
  'guides/webhook.md',
  'guides/proxy.md',
  'guides/manifest.md',
  'guides/connect_a_provider.md',
  'guides/running.md',
];
/** Pages for developers of Causeway. They are served, because other pages link to them, but not listed. */
const UNLISTED_PAGES = ['architecture.md', 'recipes.md', 'releasing.md', 'review_of_0.1.0.md'];

/** Files that are served at another path than below /guides. */
const OTHER_PATHS: Readonly<Record<string, string>> = { 'docs/manifest.schema.json': 'v1/manifest.schema.json' };

type Guide = { path: string; title: string; file: string };

/**
 * Serves the documents of this version at `/guides`, under their paths below docs/: as HTML pages, or with `?plain` as
 * Markdown.
 */
export function mountGuidePages(app: Express): void {
  const guides = SERVED_FOLDERS.flatMap(guidesIn);
  const index = htmlPage({ title: 'Guides', isWide: true, body: indexOf(guides) });
  app.get('/guides', (_request: Request, response: Response) => sendPage(response, index));
  const pageOf = makeRenderGuide(guides);
  for (const guide of guides)
    app.get(`/guides/${guide.path}`, async (request: Request, response: Response) => {
      if (!('plain' in request.query)) return sendPage(response, await pageOf(guide));
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      sendDocument(response, guide.file);
    });
}

/**
 * Renders a guide on its first request. The Markdown library is loaded then too, because most processes never need it.
 */
function makeRenderGuide(guides: readonly Guide[]): (guide: Guide) => Promise<HtmlPage> {
  const addresses: Record<string, string> = Object.assign(
    Object.create(null),
    OTHER_PATHS,
    Object.fromEntries(guides.map(({ path }) => [`docs/${path}`, `guides/${path}`])),
  );
  const rendered = new Map<string, Promise<HtmlPage>>();
  async function render({ path, title, file }: Guide): Promise<HtmlPage> {
    const { guideMarkup } = await import('./guide_markup.ts');
    const text = guideMarkup(readFileSync(file, 'utf8'), { path, addressOf: (name) => addresses[name] ?? null });
    const up = '../'.repeat(path.split('/').length);
    const ways = html`<p class="soft"><a href="${up}guides">All guides</a> · <a href="?plain">Markdown</a></p>`;
    return htmlPage({ title, isGuide: true, body: html`${ways}${text}` });
  }
  return (guide) => {
    const known = rendered.get(guide.path) ?? render(guide);
    rendered.set(guide.path, known);
    return known;
  };
}

function sendPage(response: Response, page: HtmlPage): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  writeHtmlPage(response, page);
}

function indexOf(guides: Guide[]): Markup {
  const first = FIRST_GUIDES.flatMap((path) => guides.filter((guide) => guide.path === path));
  const behaviour = guides.filter(({ path }) => /^behaviour\/(?!README)/.test(path));
  const listed = [...first, ...behaviour];
  const more = guides.filter((guide) => !listed.includes(guide) && !/README|^(guides|adr)/.test(guide.path));
  const listedMore = more.filter(({ path }) => !UNLISTED_PAGES.includes(path));
  return html`<h1>Guides</h1><p>With <code>?plain</code> a page is the Markdown that it was written as.</p>${guideList(first)}<h2>Behaviour</h2>${guideList(behaviour)}<h2>More</h2>${guideList(listedMore)}`;
}

function guideList(guides: Guide[]): Markup {
  return html`<ul>${guides.map(({ path, title }) => html`<li><a href="./guides/${path}">${title}</a></li>`)}</ul>`;
}

function guidesIn(folder: string): Guide[] {
  const place = assetPath(join('docs', folder));
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    const file = join(place, name);
    const [, title = name] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    return { path: folder ? `${folder}/${name}` : name, title, file };
  });
}
