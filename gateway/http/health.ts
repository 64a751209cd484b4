import type { Express, Request, Response } from 'express';

/** Whether the process lives, and whether it can do its work. No limit of requests applies: an orchestrator asks often. */
export function mountHealth(app: Express, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (_request: Request, response: Response) => void response.type('text/plain').send('ok'));
  app.get('/readyz', async (_request: Request, response: Response) => {
    const ready = await isReady();
    response
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
}
