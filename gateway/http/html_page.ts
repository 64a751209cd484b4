import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** An HTML page that a handler answers. The router sends it with a strict Content-Security-Policy. */
export type HtmlPage = { html: string; policy: string };

type Parts = { title: string; body: string; style?: string; script?: string };

/** `title` and `body` are markup. The caller must escape foreign text. */
export function htmlPage({ title, body, style = '', script = '' }: Parts): HtmlPage {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  return {
    html:
      `<!doctype html><html lang="en"><head>${head}${style && `<style>${style}</style>`}</head>` +
      `<body>${body}${script && `<script>${script}</script>`}</body></html>`,
    policy: policyOf({ style, script }),
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

/** No framing. The headers of every answer add: no caching, no content sniffing, no referrer (the address may be a secret). */
export function writeHtmlPage(response: ServerResponse, { html, policy }: HtmlPage): void {
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-frame-options', 'DENY');
  response.end(html);
}

/** Allows only the page's own style and script, by hash, so that injected markup cannot run. */
function policyOf({ style, script }: { style: string; script: string }): string {
  return [
    "default-src 'none'",
    ...(style ? [`style-src ${hash(style)}`] : []),
    ...(script ? [`script-src ${hash(script)}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
