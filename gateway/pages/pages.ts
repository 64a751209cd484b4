import type { Express, Request, Response } from 'express';
import { publishedSchemaText } from '../../lib/manifest/published_schema.ts';
import type { Document } from '../contract/document.ts';
import { makeCacheable } from '../http/cacheable.ts';
import { mountDocsPage } from './docs_page.ts';
import { mountGuidePages } from './guide_pages.ts';
import { mountProblemPages } from './problem_pages.ts';
import { mountRootPage } from './root_page.ts';

/**
 * Mounts pages that are no operations: start page, openapi.json, manifest schema, API reference, guides and problems.
 */
export function mountPages(app: Express, document: Document, publicUrl: () => string): void {
  const contract = makeCacheable(JSON.stringify(document));
  for (const base of ['/v1', '/read/v1']) {
    app.get(`${base}/openapi.json`, (request: Request, response: Response) => {
      contract(request, response.type('application/json'));
    });
  }
  const schema = makeCacheable(publishedSchemaText());
  app.get('/v1/manifest.schema.json', (request: Request, response: Response) => {
    // The schema is public, and browser-based editors request it from any origin.
    response.setHeader('access-control-allow-origin', '*');
    schema(request, response.type('application/schema+json'));
  });
  // Causeway has no icon. Browsers request it with every page and log an error for a 404, so the answer is 204.
  app.get(
    '/favicon.ico',
    (_request: Request, response: Response) => void response.status(204).set('cache-control', 'max-age=86400').end(),
  );
  mountDocsPage(app, ['', '/read']);
  mountProblemPages(app);
  mountGuidePages(app);
  mountRootPage(app, publicUrl);
}
