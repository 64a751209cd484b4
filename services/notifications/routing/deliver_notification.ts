import { eventCatalog } from '../../../lib/events/catalog.ts';
import type { CausewayEvent } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { DeliveryStore, NewDelivery } from '../deliveries/delivery.ts';
import type { Destination, DestinationStores } from '../destinations/destination.ts';
import { type NotificationStore, notificationMessageId } from './notification.ts';
import type { TopicDestinationRouteStore } from './topic.ts';

type Stores = Pick<DestinationStores, 'destinations' | 'releases'> & {
  topicDestinationRoutes: TopicDestinationRouteStore;
  deliveries: DeliveryStore;
  notifications: NotificationStore;
  inbox: InboxStore;
};
type Deps = UseCaseContext<Stores> & { wake: () => void };

/**
 * Routes a builder event: event type → topics → destinations. Each destination gets one delivery, even if several
 * routes lead to it. The delivery to a disabled destination is held. So the builder gets the event that reports a
 * disabled destination through other destinations first.
 */
export function makeDeliverNotification({ stores, clock, wake }: Deps) {
  return async function deliverNotification(event: CausewayEvent): Promise<void> {
    const queued = await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(event.id, eventCatalog[event.type].producer))) return false;
      const destinations = await lockDestinations(s, event);
      if (destinations.length === 0) return false;
      const createTime = clock.now();
      await s.notifications.insert({
        eventId: event.id,
        projectId: event.projectId,
        eventType: event.type,
        ...(event.traceparent && { traceparent: event.traceparent }),
        createTime,
        body: stringifyJson({ notificationType: event.type, data: event.payload }),
      });
      for (const destination of destinations)
        await s.deliveries.insert([deliveryOf(event, destination, await acceptsDelivery(s, destination), createTime)]);
      return true;
    });
    if (queued) wake();
  };
}

/** Locks the destinations in id order, so that two events do not deadlock. */
async function lockDestinations(s: Stores, { projectId, type }: CausewayEvent): Promise<Destination[]> {
  const destinations: Destination[] = [];
  for (const id of await s.topicDestinationRoutes.destinationsOf(projectId, type)) {
    const destination = await s.destinations.lock(projectId, id);
    if (destination) destinations.push(destination);
  }
  return destinations;
}

async function acceptsDelivery(s: Stores, { id, status }: Destination): Promise<boolean> {
  return status === 'active' && !(await s.releases.isUnderWay(id));
}

/** The subject of the event's messages; empty for an event that is not about an installation. */
function subjectOf({ payload }: CausewayEvent): Pick<NewDelivery, 'installationId' | 'objectName'> {
  const { installationId, objectName } = payload as { installationId?: string; objectName?: string };
  return { ...(installationId && { installationId }), ...(objectName && { objectName }) };
}

function deliveryOf(event: CausewayEvent, destination: Destination, isTaken: boolean, createTime: number): NewDelivery {
  return {
    id: notificationMessageId(event.id, destination.id),
    projectId: event.projectId,
    destinationId: destination.id,
    source: 'notification',
    sourceId: event.id,
    state: isTaken ? 'pending' : 'held',
    lastError: isTaken ? null : 'destination',
    orderNumber: event.time,
    createTime,
    eventType: event.type,
    ...subjectOf(event),
  };
}
