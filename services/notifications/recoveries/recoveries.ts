import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import type { Keyset } from '../../../lib/db/keyset.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { Destination, DestinationStore } from '../destinations/destination.ts';
import { noDestination } from '../destinations/destinations.ts';
import type { Recovery, RecoveryStore } from './recovery.ts';

type Stores = WithOutbox<{ destinations: DestinationStore; recoveries: RecoveryStore }>;
type Deps = UseCaseContext<Stores> & { wakeQueues: () => void; audit: WriteAuditEntry<'notifications'> };
type DestinationRef = { projectId: string; idOrName: string };
/** The time range of a recovery, in Unix ms. `until` 0 means now. */
type TimeRange = { since: number; until: number };

/**
 * Starts a recovery, which sends the messages of a time range again that the destination did not accept; see
 * recovery.ts. Throws notFound, invalidArgument (the range), conflict (disabled, or another recovery is running).
 */
export function makeStartRecovery({ stores, clock, newId, wakeQueues, audit }: Deps) {
  return async function startRecovery(
    request: DestinationRef & TimeRange,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<Recovery> {
    const createTime = clock.now();
    const { since, until } = { ...request, until: request.until || createTime };
    checkRange(since, until);
    const started = await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(request.projectId, request.idOrName);
      if (!destination) throw noDestination();
      const { id: destinationId, projectId, name: targetName } = destination;
      checkActive(destination);
      checkNoneRunning(await s.recoveries.findRunning(projectId, destinationId), destination);
      const counts = { found: 0, released: 0, delivered: 0, withoutBody: 0 };
      const facts = { id: newId(), projectId, destinationId, since, until, createTime };
      const recovery: Recovery = { ...facts, ...counts, state: 'running', endTime: null };
      await s.recoveries.insert(recovery);
      // The circuit breaker is closed, because a caller starts a recovery when the receiver works again. So the first
      // message does not wait for a probe.
      const { failures, failingSince } = destination;
      await s.destinations.saveHealth(projectId, destinationId, { failures, failingSince, openUntil: null });
      await audit(s.outbox, by, { action: 'recovery.created', projectId, targetId: recovery.id, targetName });
      return recovery;
    });
    wakeQueues();
    return started;
  };
}

function checkRange(since: number, until: number): void {
  if (since < until) return;
  const detail = 'since is not before until, so no message is in the span; without until, it ends now.';
  throw new Problem('invalidArgument', detail, {
    issues: [{ in: 'body', name: 'since', detail }],
    remedy: 'Send a since that is before until and before now.',
  });
}

function checkActive({ name, status }: Destination): void {
  if (status === 'active') return;
  throw new Problem('conflict', `The destination ${name} is disabled, so nothing is sent to it.`, {
    remedy:
      'Activate it first: PATCH the destination with {"updateMask": ["status"], "destination": {"status": "active"}}. This already sends what is held.',
  });
}

function checkNoneRunning(running: Recovery | undefined, { name }: Destination): void {
  if (!running) return;
  throw new Problem('conflict', `The recovery ${running.id} of the destination ${name} is running.`, {
    remedy: 'Wait until it is finished, or cancel it with POST …/recoveries/{id}:cancel.',
  });
}

/**
 * Finds a recovery. Throws notFound when it is unknown, belongs to another destination or project, or was deleted after
 * its retention.
 */
export function makeGetRecovery({ stores }: Pick<Deps, 'stores'>) {
  return async function getRecovery({ id, ...of }: DestinationRef & { id: string }): Promise<Recovery> {
    const { projectId, id: destinationId } = await destinationOf(stores, of);
    const recovery = await stores.recoveries.find(projectId, destinationId, id);
    if (!recovery) throw notFound('recovery');
    return recovery;
  };
}

/** Lists recoveries, newest first. Throws notFound. */
export function makeListRecoveries({ stores }: Pick<Deps, 'stores'>) {
  return async function listRecoveries(of: DestinationRef, keyset: Keyset): Promise<Recovery[]> {
    const { projectId, id } = await destinationOf(stores, of);
    return stores.recoveries.list(projectId, id, keyset);
  };
}

async function destinationOf({ destinations }: Pick<Stores, 'destinations'>, of: DestinationRef): Promise<Destination> {
  const destination = await destinations.find(of.projectId, of.idOrName);
  if (!destination) throw noDestination();
  return destination;
}

/**
 * Ends a running recovery; the messages that it has released stay released. Does nothing when the recovery has ended.
 * Throws notFound.
 */
export function makeCancelRecovery({ stores, clock, audit }: Omit<Deps, 'newId' | 'wakeQueues'>) {
  return async function cancelRecovery(
    { id, ...of }: DestinationRef & { id: string },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<Recovery> {
    return stores.transaction(async (s) => {
      const destination = await s.destinations.lock(of.projectId, of.idOrName);
      if (!destination) throw noDestination();
      const { projectId, id: destinationId, name: targetName } = destination;
      const recovery = await s.recoveries.find(projectId, destinationId, id);
      if (!recovery) throw notFound('recovery');
      if (recovery.state !== 'running') return recovery;
      const endTime = clock.now();
      await s.recoveries.end(id, 'cancelled', endTime);
      await audit(s.outbox, by, { action: 'recovery.cancelled', projectId, targetId: id, targetName });
      return { ...recovery, state: 'cancelled', endTime };
    });
  };
}
