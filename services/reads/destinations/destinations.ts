import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { ChangeMoment, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import {
  type Destination,
  type DestinationFailures,
  type DestinationStatus,
  type DestinationStore,
  destinationOf,
  isInactive,
  type PlanDestination,
} from './destination.ts';

/** `objectName`: the provider's name of the object. */
type ObjectOfReport = { projectId: string; installationId: string; objectName: string };

/**
 * A health reason of an installation, as the service `reads` reports it. `level`: null when the reason ended.
 * `destinationId`: absent when the destination was deleted.
 */
type HealthReason = {
  code: 'destinationDisabled' | 'destinationFailing' | 'recordsHeld' | 'recordsUndelivered';
  level: 'error' | 'warning' | null;
  detail: string;
  destinationId?: string | undefined;
};

/** The event that reports a health reason of an installation. */
export function healthReportEvent(
  { projectId, installationId, objectName }: ObjectOfReport,
  reason: HealthReason,
  { newId, now }: ChangeMoment,
): CausewayEvent {
  const { destinationId, ...facts } = reason;
  const about = reason.level !== null && destinationId ? { destinationId } : {};
  const payload = { installationId, objectName, ...facts, ...about, since: now, seq: now };
  return eventOf('installation.health.reported', { id: newId(), projectId, time: now, payload });
}

type Stores = { destinations: DestinationStore };

/** The plan's destination when it is inactive; null otherwise. */
export async function inactiveDestination(s: Stores, plan: PlanDestination): Promise<Destination | null> {
  const destination = destinationOf(plan, await s.destinations.listOf([plan]));
  return isInactive(destination) ? destination : null;
}

type FollowDestinationStores = { destinations: DestinationStore; inbox: InboxStore };

type Deps = UseCaseContext<FollowDestinationStores> & { wake: () => void };
type DestinationChange = {
  projectId: string;
  destinationId: string;
  name: string;
  status?: DestinationStatus | undefined;
  failing?: DestinationFailures | null | undefined;
};

/** Applies an event about a destination. Its objects are updated in batches (installations/apply_destination.ts). */
export function makeFollowDestination({ stores }: Deps) {
  return async function followDestination(
    eventId: string,
    { projectId, destinationId: id, name, status, failing }: DestinationChange,
    eventTime: number,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'notifications'))) return;
      const known = { ...(status && { status }), ...(failing !== undefined && { failing }) };
      await s.destinations.save({ id, projectId, name, ...known, eventTime });
    });
  };
}
