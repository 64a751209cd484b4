import { existsSync, readFileSync } from 'node:fs';
import type { Express, Request, Response } from 'express';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { kinds, type ProblemKind } from '../../lib/problem/kinds.ts';
import type { Document } from './document.ts';

type Options = { document: Document; isReady(): Promise<boolean> | boolean };

/** What a server answers besides its operations: whether it lives, what it is, and what its problems mean. */
export function mountPages(app: Express, { document, isReady }: Options): void {
  const contract = JSON.stringify(document);
  app.get('/healthz', (_request: Request, response: Response) => void response.type('text/plain').send('ok'));
  app.get('/readyz', async (_request: Request, response: Response) => {
    const ready = await isReady();
    response
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
  for (const base of ['/v1', '/read/v1']) {
    app.get(
      `${base}/openapi.json`,
      (_request: Request, response: Response) => void response.type('application/json').send(contract),
    );
  }
  app.get('/problems/:kind', (request: Request, response: Response, next: () => void) => {
    const kind = request.params['kind'] as ProblemKind;
    if (!Object.hasOwn(kinds, kind)) return next();
    response.type('text/plain').send(problemPage(kind));
  });
}

/** The section of docs/problems.md that describes a kind. */
function problemPage(kind: ProblemKind): string {
  const file = assetPath('docs/problems.md');
  const sections = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m) : [];
  return sections.find((section) => section.startsWith(kind)) ?? kinds[kind].title;
}
