import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { ownVersion } from './own_version.ts';
import { sendDocument } from './send_document.ts';

/** Allows no inline content and no other origin, because the page loads everything from this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE_FILES = [
  'start.mjs',
  'operation.mjs',
  'schema.mjs',
  'try_it.mjs',
  'credentials.mjs',
  'element.mjs',
  'style.css',
  'icon.svg',
];
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Mounts the reference page: our own renderer (gateway/reference) shows the document that this server validates
 * against. All its addresses are relative, so it works on every host and under a reverse proxy's path prefix.
 */
export function mountDocsPage(app: Express, bases: readonly string[]): void {
  const folder = assetPath('gateway/reference');
  const page = readFileSync(join(folder, 'page.html'), 'utf8').replace(
    'data-causeway-version=""',
    `data-causeway-version="${ownVersion()}"`,
  );
  for (const base of bases) {
    app.get(`${base}/docs`, (_request: Request, response: Response) => void asPage(response, '.html').send(page));
    app.get(`${base}/docs/`, (_request: Request, response: Response) => response.redirect(308, '../docs'));
    app.get(`${base}/docs/palette.css`, (_request: Request, response: Response) =>
      sendFile(response, assetPath('web/palette.css')),
    );
    for (const file of PAGE_FILES)
      app.get(`${base}/docs/${file}`, (_request: Request, response: Response) =>
        sendFile(response, join(folder, file)),
      );
  }
}

/**
 * The browser revalidates on each view: the files change with a release, and the modules must be of the same release.
 */
function sendFile(response: Response, path: string): void {
  sendDocument(asPage(response, extname(path)), path);
}

function asPage(response: Response, extension: string): Response {
  response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', CONTENT_TYPES[extension] ?? 'application/octet-stream');
  return response;
}
