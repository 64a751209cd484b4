import type { Express, Request, Response } from 'express';
import { HEALTH_OPERATION } from '../../lib/telemetry/log_telemetry.ts';
import { HEALTH_PATHS, requestRecordOf } from './request_record.ts';

export type Readiness = {
  status: 'ready' | 'notReady' | 'draining';
  dependencies: Record<string, string>;
  /** Sentences for the operator; missing when there are no faults. */
  faults?: string[];
};

/** Mounts the liveness and readiness checks. No limit applies to them, because orchestrators poll them. */
export function mountHealth(app: Express, readiness: () => Promise<Readiness>): void {
  app.get(HEALTH_PATHS.alive, (_request: Request, response: Response) => {
    requestRecordOf(response).operation = HEALTH_OPERATION;
    response.type('text/plain').send('ok');
  });
  app.get(HEALTH_PATHS.ready, async (_request: Request, response: Response) => {
    requestRecordOf(response).operation = HEALTH_OPERATION;
    const answer = await readiness();
    response.status(answer.status === 'ready' ? 200 : 503).json(answer);
  });
}
