import { existsSync, readFileSync } from 'node:fs';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { html, type Markup } from '../../lib/html/html.ts';
import { type ProblemKind, problemKinds } from '../../lib/problem/kinds.ts';
import { htmlPage, writeHtmlPage } from './html_page.ts';

/** Mounts the pages of the `type` URLs of problems: the sections of docs/problems.md, and an index. */
export function mountProblemPages(app: Express): void {
  const sections = sectionsOf(assetPath('docs/problems.md'));
  app.get('/problems', (_request: Request, response: Response) => sendPage(response, 'Problems', indexPage()));
  app.get('/problems/:kind', (request: Request, response: Response, next: () => void) => {
    const kind = request.params['kind'] as ProblemKind;
    if (!Object.hasOwn(problemKinds, kind)) return next();
    sendPage(
      response,
      kind,
      problemPage(kind, sections.get(kind) ?? `${problemKinds[kind].status}. ${problemKinds[kind].title}.`),
    );
  });
}

function sectionsOf(file: string): Map<string, string> {
  const [, ...sections] = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m) : [''];
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()] as const;
    }),
  );
}

function problemPage(kind: ProblemKind, section: string): Markup {
  const paragraphs = section.split(/\n{2,}/).map((text) => html`<p>${renderInline(text)}</p>\n`);
  return html`<h1>${problemKinds[kind].title}</h1>\n<p><code>${kind}</code></p>\n${paragraphs}<p><a href="../problems">All problems</a></p>`;
}

function indexPage(): Markup {
  const rows = Object.entries(problemKinds).map(
    ([kind, { status, title }]) => html`<li>${status} <a href="problems/${kind}">${kind}</a>: ${title}</li>\n`,
  );
  return html`<h1>Problems</h1>\n<ul>\n${rows}</ul>`;
}

/** Renders the inline Markdown that the sections use: code and bold text. */
function renderInline(text: string): Markup[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/s.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/s.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`;
    return html`${part}`;
  });
}

function sendPage(response: Response, title: string, body: Markup): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  writeHtmlPage(response, htmlPage({ title, body, isWide: true }));
}
