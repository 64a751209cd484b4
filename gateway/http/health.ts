import type { Express, Request, Response } from 'express';
import { HEALTH } from '../../lib/telemetry/log_telemetry.ts';
import { requestRecordOf } from './request_record.ts';

/** Liveness and readiness. Exempt from rate limits, because orchestrators poll them. */
export function mountHealth(app: Express, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (_request: Request, response: Response) => {
    requestRecordOf(response).operation = HEALTH;
    response.type('text/plain').send('ok');
  });
  app.get('/readyz', async (_request: Request, response: Response) => {
    requestRecordOf(response).operation = HEALTH;
    const ready = await isReady();
    response
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
}
