import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { html, type Markup } from '../../lib/html/html.ts';
import { htmlPage, writeHtmlPage } from './html_page.ts';
import { sendDocument } from './send_document.ts';

/** Folders of docs/ whose pages are served. */
const FOLDERS = ['guides', 'behaviour', ''];
/** In the order in which a reader needs them. */
const FIRST = [
  'guides/first_integration.md',
  'guides/console.md',
  'guides/connect_page.md',
  'guides/webhook.md',
  'guides/proxy.md',
  'guides/manifest.md',
  'guides/connect_a_provider.md',
  'guides/running.md',
];
/** For those who change Causeway; served, because other pages link to them, but not listed. */
const INTERNAL = ['architecture.md', 'recipes.md', 'releasing.md', 'review_of_0.1.0.md'];

type Guide = { path: string; title: string; file: string };

/**
 * The documents of this version, at `/guides`. They are sent as the Markdown that they are, under their paths below
 * docs/, so that their links to each other are right.
 */
export function mountGuidePages(app: Express): void {
  const guides = FOLDERS.flatMap(guidesIn);
  const index = htmlPage({ title: 'Guides', isWide: true, body: indexOf(guides) });
  app.get('/guides', (_request: Request, response: Response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    writeHtmlPage(response, index);
  });
  for (const { path, file } of guides)
    app.get(`/guides/${path}`, (_request: Request, response: Response) => {
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      sendDocument(response, file);
    });
}

function indexOf(guides: Guide[]): Markup {
  const first = FIRST.flatMap((path) => guides.filter((guide) => guide.path === path));
  const behaviour = guides.filter(({ path }) => /^behaviour\/(?!README)/.test(path));
  const listed = [...first, ...behaviour];
  const more = guides.filter((guide) => !listed.includes(guide) && !/README|^guides/.test(guide.path));
  const listedMore = more.filter(({ path }) => !INTERNAL.includes(path));
  return html`<h1>Guides</h1><p>Each page is Markdown text.</p>${list(first)}<h2>Behaviour</h2>${list(behaviour)}<h2>More</h2>${list(listedMore)}`;
}

function list(guides: Guide[]): Markup {
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
