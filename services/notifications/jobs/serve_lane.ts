import type { Log } from '../../../lib/log/log.ts';
import type { Attempted, HeldDelivery, Outcome } from '../domain/delivery.ts';
import type { Destination } from '../domain/destination.ts';
import type { Lane } from '../usecases/claim_deliveries.ts';
import type { Attempt } from './attempt.ts';

/** Where a lane's worker reports: each delivery exactly once, one way or the other. */
export type Report = { attempted(one: Attempted): void; unserved(deliveries: HeldDelivery[]): void };
export type ServeLane = (lane: Lane, report: Report) => Promise<void>;
/** Bodies by source id; what is gone for good is not in it. Rejects when they can't be had now. */
export type Bodies = (sourceIds: string[]) => Promise<Map<string, Uint8Array>>;

type Deps = {
  bodies: { read: Bodies; notification: Bodies };
  /** The secrets that sign for a destination now, newest first. */
  secretsOf: (destination: Destination) => string[];
  attempt: Attempt;
  /** How long after the claim an attempt may still begin, so that it ends within the lease. */
  startWithinMs: number;
  log: Log;
};

/** Tries the deliveries of one destination, side by side. Never rejects. */
export function makeServeLane(deps: Deps): ServeLane {
  return async function serveLane({ destination, deliveries }, report) {
    const startBy = performance.now() + deps.startWithinMs;
    const sources = (['read', 'notification'] as const).map((source) =>
      deliveries.filter((delivery) => delivery.source === source),
    );
    await Promise.all(
      sources
        .filter(({ length }) => length > 0)
        .map((some) => serveSource(deps, destination, some, { startBy, report })),
    );
  };
}

async function serveSource(
  deps: Deps,
  destination: Destination,
  deliveries: HeldDelivery[],
  { startBy, report }: { startBy: number; report: Report },
) {
  const { log, attempt, secretsOf } = deps;
  try {
    const bodies = await bodiesOf(deps, deliveries);
    const secrets = secretsOf(destination);
    if (performance.now() > startBy) return report.unserved(deliveries);
    for (const delivery of deliveries) {
      const body = bodies.get(delivery.sourceId);
      if (body === undefined) report.attempted({ delivery, outcome: gone() });
      else
        void attempt(delivery, destination.metadata, { secrets, body }).then((outcome) =>
          report.attempted({ delivery, outcome }),
        );
    }
  } catch (err) {
    log.warn('deliveries wait, their bodies or keys can not be had now', {
      err,
      destinationId: destination.id,
      count: deliveries.length,
    });
    report.unserved(deliveries);
  }
}

function bodiesOf({ bodies }: Deps, deliveries: HeldDelivery[]): Promise<Map<string, Uint8Array>> {
  const source = deliveries[0]?.source ?? 'read';
  return bodies[source](deliveries.map(({ sourceId }) => sourceId));
}

/** The message was dropped by whoever kept it: its retention is over, or its installation is gone. */
function gone(): Outcome {
  const now = Date.now();
  return { status: 0, error: 'gone', retryAfterMs: 0, startTime: now, endTime: now };
}
