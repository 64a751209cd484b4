import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { html } from '../../lib/html/html.ts';
import { StartFault } from '../../lib/problem/start_fault.ts';

/** The entry files of each page, from the list that the build writes beside the bundles. */
type EntryFiles = Record<'console' | 'connect', { script: string; style: string }>;

const BUNDLE_FOLDER = 'dist/web';
/** A bundle never changes, because its file name contains a hash of its content. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
const FILE_NAME_PATTERN = /^[\w.-]+\.(js|css)$/;
const CONTENT_TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;
/** The encodings, the preferred one first. */
const CONTENT_CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** The console routes the paths below its own path itself. */
const PAGES = [
  { name: 'console', title: 'Causeway', paths: ['/console', '/console/{*view}'] },
  { name: 'connect', title: 'Connect', paths: ['/connect'] },
] as const;

/**
 * Mounts the console and the connect page: an HTML document for each, and the bundles that the build makes from `web/`.
 */
export function mountAppPages(app: Express, publicUrl: () => string): void {
  const folder = assetPath(BUNDLE_FOLDER);
  const files = filesIn(folder);
  app.get('/assets/web/:file', (request: Request, response: Response) => sendBundle(request, response, folder));
  app.get('/connect.js', (_request: Request, response: Response) => {
    response.setHeader('content-type', CONTENT_TYPES.js);
    // The URL has no hash, because builders' pages use it for years. So browsers cache the small script for a short
    // time only.
    response.setHeader('cache-control', 'public, max-age=300');
    // Pages of any origin load the script; it has no credentials.
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.send(readFileSync(assetPath('web/connect_script.js'))); // express sends an ETag
  });
  for (const { name, title, paths } of PAGES)
    for (const path of paths)
      app.get(path, (_request: Request, response: Response) =>
        sendPage(response, { title, base: baseOf(publicUrl()), ...files[name] }),
      );
}

function filesIn(folder: string): EntryFiles {
  const list = join(folder, 'files.json');
  if (!existsSync(list)) throw new StartFault('The pages are not built. Run npm run build.');
  return JSON.parse(readFileSync(list, 'utf8')) as EntryFiles;
}

type Page = { title: string; base: string; script: string; style: string };

/**
 * Sends the HTML document of a page. Scripts and styles come from this server. The nonce allows the styles that the
 * editor and the charts add. Images may be data: URLs, for the builder's logo. The page cannot be framed.
 */
function sendPage(response: Response, { title, base, script, style }: Page): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader(
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' data: blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-frame-options', 'DENY');
  // Same-origin requests have the Origin header that the session POSTs require; other sites get no referrer.
  response.setHeader('referrer-policy', 'same-origin');
  const asset = (file: string) => `${base}/assets/web/${file}`;
  response.end(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="causeway-base" content="${base}"><meta name="causeway-nonce" content="${nonce}"><title>${title}</title><link rel="stylesheet" href="${asset(style)}"><script type="module" src="${asset(script)}"></script></head><body><div id="app"></div><noscript>This page needs JavaScript.</noscript></body></html>`
      .text,
  );
}

/** The path prefix that a reverse proxy adds to all paths; usually empty. */
function baseOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

function sendBundle(request: Request, response: Response, folder: string): void {
  const file = String(request.params['file']);
  const kind = FILE_NAME_PATTERN.exec(file)?.[1] as keyof typeof CONTENT_TYPES | undefined;
  if (!kind || !existsSync(join(folder, file))) {
    response.statusCode = 404;
    return void response
      .setHeader('content-type', 'text/plain')
      .end('No such file. Reload the page: a newer version may run.');
  }
  const accepted = request.acceptsEncodings(CONTENT_CODINGS.map(([name]) => name));
  const coding = CONTENT_CODINGS.find(([name, ending]) => name === accepted && existsSync(join(folder, file + ending)));
  response.setHeader('content-type', CONTENT_TYPES[kind]);
  response.setHeader('cache-control', CACHE_FOREVER);
  response.setHeader('vary', 'accept-encoding');
  if (coding) response.setHeader('content-encoding', coding[0]);
  response.end(readFileSync(join(folder, file + (coding?.[1] ?? ''))));
}
