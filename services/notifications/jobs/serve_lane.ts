import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Lane, OpenDestination } from '../attempts/claim_deliveries.ts';
import type { Attempted, ClaimedDelivery, Outcome } from '../deliveries/delivery.ts';
import type { Destination } from '../destinations/destination.ts';

/** Receives the outcome of each delivery, exactly once each. */
type Report = { attempted(one: Attempted): void; unserved(deliveries: ClaimedDelivery[]): void };
export type ServeLane = (lane: Lane, report: Report) => Promise<void>;
/** Bodies by source id, without deleted ones. Rejects when they cannot be fetched now. */
export type Bodies = (sourceIds: string[]) => Promise<Map<string, Uint8Array>>;

type Deps = {
  bodies: { read: Bodies; notification: Bodies };
  openDestination: OpenDestination;
  /** Latest start of an attempt after the claim, so that it ends within the lease. Ms. */
  startWithinMs: number;
  clock: Clock;
  log: Log;
};

/** Attempts the deliveries of one destination concurrently. Never rejects. */
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
  deliveries: ClaimedDelivery[],
  { startBy, report }: { startBy: number; report: Report },
) {
  const { log, clock, openDestination } = deps;
  try {
    const bodies = await bodiesOf(deps, deliveries);
    const deliver = openDestination(destination);
    if (performance.now() > startBy) return report.unserved(deliveries);
    for (const delivery of deliveries) {
      const body = bodies.get(delivery.sourceId);
      if (body === undefined) report.attempted({ delivery, outcome: bodyDeleted(clock.now()) });
      else
        void deliver(delivery, body).then((outcome) => {
          count(destination, outcome);
          report.attempted({ delivery, outcome });
        });
    }
  } catch (err) {
    log.warn('deliveries postponed: bodies or signing keys unavailable', {
      err,
      destinationId: destination.id,
      count: deliveries.length,
    });
    report.unserved(deliveries);
  }
}

function count({ type }: Destination, { result, startTime, endTime }: Outcome): void {
  metrics.attempts.inc({ type, result });
  metrics.attemptSeconds.observe({ type }, (endTime - startTime) / 1_000);
}

function bodiesOf({ bodies }: Deps, deliveries: ClaimedDelivery[]): Promise<Map<string, Uint8Array>> {
  const source = deliveries[0]?.source ?? 'read';
  return bodies[source](deliveries.map(({ sourceId }) => sourceId));
}

/** Its retention has ended, or its installation was deleted. */
function bodyDeleted(now: number): Outcome {
  return { result: 'bodyDeleted', status: 0, error: 'gone', startTime: now, endTime: now };
}
