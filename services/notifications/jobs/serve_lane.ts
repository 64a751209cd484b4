import type { Log } from '../../../lib/log/log.ts';
import type { Attempted, HeldDelivery, Outcome } from '../deliveries/domain/delivery.ts';
import type { Destination } from '../destinations/domain/destination.ts';
import type { WebhookMetadata } from '../destinations/domain/webhook_metadata.ts';
import type { Lane } from '../attempts/usecases/claim_deliveries.ts';
import type { Attempt } from './attempt.ts';

/** Receives the outcome of each delivery, exactly once each. */
export type Report = { attempted(one: Attempted): void; unserved(deliveries: HeldDelivery[]): void };
export type ServeLane = (lane: Lane, report: Report) => Promise<void>;
/** Bodies by source id, without deleted ones. Rejects when they cannot be fetched now. */
export type Bodies = (sourceIds: string[]) => Promise<Map<string, Uint8Array>>;

type Deps = {
  bodies: { read: Bodies; notification: Bodies };
  /** The active signing secrets of a destination, newest first. */
  secretsOf: (destination: Destination) => string[];
  /** The URL and the headers of its requests. */
  webhookOf: (destination: Destination) => WebhookMetadata;
  attempt: Attempt;
  /** Latest start of an attempt after the claim, so that it ends within the lease. Ms. */
  startWithinMs: number;
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
  deliveries: HeldDelivery[],
  { startBy, report }: { startBy: number; report: Report },
) {
  const { log, attempt, secretsOf, webhookOf } = deps;
  try {
    const bodies = await bodiesOf(deps, deliveries);
    const secrets = secretsOf(destination);
    const webhook = webhookOf(destination);
    if (performance.now() > startBy) return report.unserved(deliveries);
    for (const delivery of deliveries) {
      const body = bodies.get(delivery.sourceId);
      if (body === undefined) report.attempted({ delivery, outcome: gone() });
      else
        void attempt(delivery, webhook, { secrets, body }).then((outcome) => report.attempted({ delivery, outcome }));
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

function bodiesOf({ bodies }: Deps, deliveries: HeldDelivery[]): Promise<Map<string, Uint8Array>> {
  const source = deliveries[0]?.source ?? 'read';
  return bodies[source](deliveries.map(({ sourceId }) => sourceId));
}

/** The body was deleted: its retention has ended, or its installation was deleted. */
function gone(): Outcome {
  const now = Date.now();
  return { status: 0, error: 'gone', retryAfterMs: 0, startTime: now, endTime: now };
}
