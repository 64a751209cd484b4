import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { escapeHtml, htmlPage, writeHtmlPage } from './html_page.ts';
import { sendDocument } from './send_document.ts';

/** Folders of docs/ whose pages are for users of this version, in the order of the list. */
const FOLDERS = ['guides', '', 'behaviour'];

type Guide = { path: string; title: string; file: string };

/**
 * The documents of this version, at `/guides`. They are sent as the Markdown that they are, under their paths below
 * docs/, so that their links to each other are right.
 */
export function mountGuidePages(app: Express): void {
  const guides = FOLDERS.flatMap(guidesIn);
  const items = guides.map(({ path, title }) => `<li><a href="./guides/${path}">${escapeHtml(title)}</a></li>`);
  const index = htmlPage({ title: 'Guides', isWide: true, body: `<h1>Guides</h1><ul>${items.join('')}</ul>` });
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
