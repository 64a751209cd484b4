import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { assetPath } from '../../lib/assets/asset_path.ts';

/** An HTML page that a handler answers. The router sends it with a strict Content-Security-Policy. */
export type HtmlPage = {
  html: string;
  policy: string;
  /** When it is not the operation's own success. */
  status?: number;
  /** `Set-Cookie` values. */
  cookies?: string[];
  /** Default `no-referrer`, because the address may be a secret. */
  referrerPolicy?: 'no-referrer' | 'same-origin';
};

type Parts = {
  title: string;
  body: string;
  isWide?: boolean;
  /** A script of web/, which finds `outcome` in an element of that id. */
  script?: string;
  outcome?: unknown;
  /** Where a form may lead, redirects included; nowhere by default. */
  formAction?: string;
};

const assets = new Map<string, string>();

/** `title` and `body` are markup. The caller must escape foreign text. Every page has the one style sheet of web/. */
export function htmlPage({ title, body, isWide, script = '', outcome, formAction = "'none'" }: Parts): HtmlPage {
  const style = assetOf('style.css');
  const code = script && assetOf(script);
  const data =
    outcome === undefined ? '' : `<script type="application/json" id="outcome">${inMarkup(outcome)}</script>`;
  return {
    html:
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">' +
      `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>` +
      `<style>${style}</style></head><body><main${isWide ? ' class="wide"' : ''}>${body}</main>` +
      `${data}${code && `<script type="module">${code}</script>`}</body></html>`,
    policy: policyOf({ style, code, formAction }),
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function isHtmlPage(answer: unknown): answer is HtmlPage {
  return typeof answer === 'object' && answer !== null && 'html' in answer && 'policy' in answer;
}

/** No framing. The headers of every answer add: no caching, no content sniffing. */
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

/** JSON for a data block. Without `<` it cannot end its element. */
function inMarkup(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Allows only the page's own style and script, by hash, so that injected markup cannot run. */
function policyOf({ style, code, formAction }: { style: string; code: string; formAction: string }): string {
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(code ? [`script-src ${hash(code)}`] : []),
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
