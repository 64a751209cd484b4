import type { Express, Request, Response } from 'express';
import type { Document } from './document.ts';
import { mountDocsPage } from './docs_page.ts';
import { mountProblemPages } from './problem_pages.ts';

/** Pages besides the operations: openapi.json, the reference page and the problem pages. */
export function mountPages(app: Express, document: Document): void {
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
}
