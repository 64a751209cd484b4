import type { Express, Request, Response } from 'express';
import type { Document } from './document.ts';
import { mountDocsPage } from './docs_page.ts';
import { mountGuidePages } from './guide_pages.ts';
import { mountProblemPages } from './problem_pages.ts';
import { mountRootPage } from './root_page.ts';

/** Pages besides the operations: the start page, openapi.json, the reference, guides and problems. */
export function mountPages(app: Express, document: Document, publicUrl: () => string): void {
  const contract = JSON.stringify(document);
  for (const base of ['/v1', '/read/v1']) {
    app.get(
      `${base}/openapi.json`,
      (_request: Request, response: Response) => void response.type('application/json').send(contract),
    );
  }
  // Browsers request it with every page and log an error for a 404. There is no icon.
  app.get(
    '/favicon.ico',
    (_request: Request, response: Response) => void response.status(204).set('cache-control', 'max-age=86400').end(),
  );
  mountDocsPage(app, ['', '/read']);
  mountProblemPages(app);
  mountGuidePages(app);
  mountRootPage(app, publicUrl);
}
