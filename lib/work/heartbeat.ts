import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import { metrics } from '../telemetry/metrics.ts';
import type { OperationLease } from './states.ts';

/** Extends the lease of a running operation. `isLate`: it was not extended in time, because the process was stalled. */
export type Heartbeat = { beat(): Promise<void>; isLate(): boolean; stop(): void };

type Options<Work> = {
  service: string;
  work: Work;
  queue: { heartbeat(work: Work, leaseMs: number): Promise<boolean> };
  /** Aborted when the lease is lost. */
  controller: AbortController;
  log: Log;
  leaseMs: number;
  now: () => number;
};

/** Extends the lease each third of its length, counted from start to start, so that two attempts may fail. */
export function startHeartbeat<Work extends OperationLease>({
  service,
  work,
  queue,
  controller,
  log,
  leaseMs,
  now,
}: Options<Work>): Heartbeat {
  const fields = { operationId: work.id, projectId: work.projectId };
  const everyMs = leaseMs / 3;
  let beatTime = now();
  let pending: Promise<void> | null = null;

  async function sendBeat(): Promise<void> {
    const time = now();
    try {
      if (await queue.heartbeat(work, leaseMs)) beatTime = time;
      else {
        log.warn('lease lost', fields);
        metrics.leasesLost.inc({ service });
        controller.abort();
      }
    } catch (err) {
      log.warn('heartbeat failed', { ...fields, err });
    }
  }

  function beat(): Promise<void> {
    pending ??= sendBeat().finally(() => {
      pending = null;
    });
    return pending;
  }

  async function round(): Promise<number> {
    const start = now();
    await beat();
    return Math.max(0, everyMs - (now() - start));
  }

  const loop = startLoop({ name: 'heartbeat', everyMs, firstAfterMs: everyMs, log, round });
  return { beat, isLate: () => now() - beatTime > leaseMs / 2, stop: () => void loop.stop() };
}
