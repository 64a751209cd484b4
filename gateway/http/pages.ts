import type { Express, Request, Response } from 'express';
import type { Document } from './document.ts';
import { mountDocsPage } from './docs_page.ts';
import { mountProblemPages } from './problem_pages.ts';

/** What a server answers about itself besides its operations: its document, the page over it, what its problems mean. */
export function mountPages(app: Express, document: Document): void {
  const contract = JSON.stringify(document);
  for (const base of ['/v1', '/read/v1']) {
    app.get(
      `${base}/openapi.json`,
      (_request: Request, response: Response) => void response.type('application/json').send(contract),
    );
  }
  // A browser asks for it beside any page and writes a refusal to the console; there is none to give.
  app.get(
    '/favicon.ico',
    (_request: Request, response: Response) => void response.status(204).set('cache-control', 'max-age=86400').end(),
  );
  mountDocsPage(app, ['', '/read']);
  mountProblemPages(app);
}
