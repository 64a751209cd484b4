import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import { inSpan, type SpanDescription, traceId } from '../../../lib/telemetry/tracing.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { DestinationLane, OpenDestination } from '../attempts/claim_deliveries.ts';
import type { AttemptedDelivery, AttemptOutcome, ClaimedDelivery } from '../deliveries/delivery.ts';
import type { Destination } from '../destinations/destination.ts';

/** Receives the outcome of each delivery exactly once. */
type LaneReport = { attempted(one: AttemptedDelivery): void; unserved(deliveries: ClaimedDelivery[]): void };
export type ServeLane = (lane: DestinationLane, report: LaneReport) => Promise<void>;
/** Finds bodies by source id; omits deleted bodies. Rejects when the bodies cannot be fetched now. */
export type FindBodies = (sourceIds: string[]) => Promise<Map<string, Uint8Array>>;

type Deps = {
  bodies: { read: FindBodies; notification: FindBodies };
  openDestination: OpenDestination;
  /** The latest start of an attempt after the claim, so that the attempt ends within the lease. Ms. */
  startWithinMs: number;
  clock: Clock;
  log: Log;
};

type LogLines = { lines: ReturnType<Log['buffered']> };

/** Attempts the deliveries of one destination concurrently. Never rejects. */
export function makeServeLane(given: Deps): ServeLane {
  const deps = { ...given, lines: given.log.buffered() };
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
  deps: Deps & LogLines,
  destination: Destination,
  deliveries: ClaimedDelivery[],
  { startBy, report }: { startBy: number; report: LaneReport },
) {
  const { log, lines, clock, openDestination } = deps;
  try {
    const bodies = await bodiesOf(deps, deliveries);
    const deliver = openDestination(destination);
    if (performance.now() > startBy) return report.unserved(deliveries);
    for (const delivery of deliveries) {
      const body = bodies.get(delivery.sourceId);
      if (body === undefined) report.attempted({ delivery, outcome: bodyDeletedOutcome(clock.now()) });
      else
        void inSpan(spanOf(delivery, destination), async () => {
          const outcome = await deliver(delivery, body);
          reportAttempt(lines, { delivery, destination, outcome, bytes: body.length });
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

/**
 * Describes the span of an attempt. The first attempt belongs to the trace of the message. Later attempts, perhaps
 * after days, have their own trace with a link to the trace of the message.
 */
function spanOf(
  { traceparent, attempt, sourceId, projectId }: ClaimedDelivery,
  { type }: Destination,
): SpanDescription {
  return {
    name: 'delivery attempt',
    kind: 'producer',
    ...(attempt > 0 ? { link: traceparent, parent: null } : { parent: traceparent }),
    attributes: {
      'causeway.project_id': projectId,
      'causeway.message_id': sourceId,
      'causeway.destination_type': type,
    },
  };
}

type ReportedAttempt = AttemptedDelivery & { destination: Destination; bytes: number };

/** Counts an attempt and writes its log line. */
function reportAttempt(lines: LogLines['lines'], { delivery, destination, outcome, bytes }: ReportedAttempt): void {
  const { type, id: destinationId } = destination;
  const { result, status, startTime, endTime } = outcome;
  metrics.attempts.inc({ type, result });
  metrics.attemptSeconds.observe({ type }, (endTime - startTime) / 1_000);
  const { projectId, sourceId: messageId, operationId, attempt } = delivery;
  const trace = traceId();
  lines.info('delivery attempt', {
    ...{ projectId, destinationId, messageId, attempt: attempt + 1, result, status, bytes },
    ...(operationId && { operationId }),
    durationMs: endTime - startTime,
    ...(trace && { traceId: trace }),
  });
}

function bodiesOf({ bodies }: Deps, deliveries: ClaimedDelivery[]): Promise<Map<string, Uint8Array>> {
  const source = deliveries[0]?.source ?? 'read';
  return bodies[source](deliveries.map(({ sourceId }) => sourceId));
}

/** The outcome when the body was deleted: its retention has ended, or its installation was deleted. */
function bodyDeletedOutcome(now: number): AttemptOutcome {
  return { result: 'bodyDeleted', status: 0, error: 'gone', startTime: now, endTime: now };
}
