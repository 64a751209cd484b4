import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { html, inScript, type Markup, ownMarkup } from '../../lib/html/html.ts';

/** An HTML page as the answer of a handler. The router sends it with a strict Content-Security-Policy. */
export type HtmlPage = {
  html: string;
  policy: string;
  /** The HTTP status, if it differs from the success status of the operation. */
  status?: number;
  /** Values of `Set-Cookie` headers. */
  cookies?: string[];
  /** By default `no-referrer`, because the address may contain a secret. */
  referrerPolicy?: 'no-referrer' | 'same-origin';
};

type PageParts = {
  title: string;
  body: Markup;
  isWide?: boolean;
  /** A long text: the page gets web/guide.css in addition to the common style. */
  isGuide?: boolean;
  /** The name of a script in web/. The script reads `outcome` from the element with the id `outcome`. */
  script?: string;
  outcome?: unknown;
  /** The targets that a form may be sent to, redirects included (CSP `form-action`); none by default. */
  formAction?: string;
};

const assets = new Map<string, string>();

/** Makes an HTML page with the common colours and one style sheet. */
export function htmlPage({
  title,
  body,
  isWide,
  isGuide,
  script = '',
  outcome,
  formAction = "'none'",
}: PageParts): HtmlPage {
  const style = assetOf('palette.css') + assetOf('style.css') + (isGuide ? assetOf('guide.css') : '');
  const code = script && assetOf(script);
  const head = html`<meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${ownMarkup(style)}</style>`;
  const kind = isGuide ? 'guide' : isWide && 'wide';
  const main = kind ? html`<main class="${kind}">${body}</main>` : html`<main>${body}</main>`;
  const data =
    outcome !== undefined && html`<script type="application/json" id="outcome">${inScript(outcome)}</script>`;
  const run = code !== '' && html`<script type="module">${ownMarkup(code)}</script>`;
  return {
    html: html`<!doctype html><html lang="en"><head>${head}</head><body>${main}${data}${run}</body></html>`.text,
    policy: policyOf({ style, code, formAction }),
  };
}

export function isHtmlPage(answer: unknown): answer is HtmlPage {
  return typeof answer === 'object' && answer !== null && 'html' in answer && 'policy' in answer;
}

/** Sends a page that cannot be framed. The common headers of all answers also forbid caching and content sniffing. */
export function writeHtmlPage(response: ServerResponse, page: HtmlPage): void {
  const { html, policy, status, cookies = [], referrerPolicy = 'no-referrer' } = page;
  if (status !== undefined) response.statusCode = status;
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.setHeader('content-security-policy', policy);
  response.setHeader('referrer-policy', referrerPolicy);
  response.setHeader('x-frame-options', 'DENY');
  response.end(html);
}

function assetOf(file: string): string {
  const known = assets.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(assetPath(`web/${file}`), 'utf8');
  assets.set(file, text);
  return text;
}

/** Allows only the page's own style and script, identified by their hashes, so that injected markup cannot run. */
function policyOf({ style, code, formAction }: { style: string; code: string; formAction: string }): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    ...(code ? [`script-src ${sourceHash(code)}`] : []),
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
