import type { AuditActor, WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { DeliverySource } from '../deliveries/delivery.ts';
import { type DeliveryView, type DeliveryViewStore, shownStateOf } from '../deliveries/delivery_view.ts';
import type { DestinationStores } from '../destinations/destination.ts';
import { holdChangeEvents } from '../holds/holds.ts';
import { type ResendableDelivery, type ResendStore, toReleased } from './resend.ts';

type Stores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'deletedDestinations'> & {
    deliveryViews: DeliveryViewStore;
    resends: ResendStore;
  }
>;
type Deps = UseCaseContext<Stores> & {
  audit: WriteAuditEntry<'notifications'>;
  /** Finds bodies by source id; omits deleted bodies. Rejects when the bodies cannot be fetched now. */
  bodies: Record<DeliverySource, (sourceIds: string[]) => Promise<Map<string, Uint8Array>>>;
  /** Wakes the delivery workers of all replicas. */
  wake: () => void;
};

/**
 * Makes a delivery due at once, with the same id and bytes; see resend.ts. Returns its new state. The body is checked
 * before the transaction, because the check calls the service `reads`; if the body is deleted in between, the attempt
 * fails. Throws notFound, conflict (the message is being sent, or its destination is inactive), gone (its body was
 * deleted), unavailable (the service `reads`).
 */
export function makeResendDelivery({ stores, clock, newId, audit, bodies, wake }: Deps) {
  return async function resendDelivery(projectId: string, id: string, by: AuditActor): Promise<DeliveryView> {
    const before = await findResendable(stores, projectId, id);
    await checkDestination(stores, before, await stores.destinations.find(projectId, before.destinationId));
    if (!(await bodies[before.source]([before.sourceId])).has(before.sourceId)) throw bodyGone(before);
    const view = await stores.transaction(async (s) => {
      // The destination is locked first, as in a release, so that nothing disables it before the delivery is pending.
      const destination = await s.destinations.lock(projectId, before.destinationId);
      const found = await findResendable(s, projectId, id);
      if (found.destinationId !== before.destinationId) throw changedMeanwhile();
      await checkDestination(s, found, destination);
      const time = clock.now();
      if (!(await s.resends.makePending(found, time))) throw changedMeanwhile();
      const held = found.state === 'held' ? [toReleased(found)] : [];
      for (const event of holdChangeEvents(held, { newId, time })) await s.outbox.add(event);
      await audit(s.outbox, by, { action: 'delivery.resent', projectId, targetId: id });
      return s.deliveryViews.find(projectId, id);
    });
    wake();
    if (!view) throw notFound('delivery');
    return view;
  };
}

/** Finds a delivery. Throws notFound, and conflict for a delivery that a worker has claimed. */
async function findResendable({ resends }: Stores, projectId: string, id: string): Promise<ResendableDelivery> {
  const found = await resends.find(projectId, id);
  if (!found) throw notFound('delivery');
  if (found.state === 'leased')
    throw new Problem('conflict', 'This message is being sent now.', {
      remedy: 'Wait until the attempt has ended, then read the delivery: it says what the receiver answered.',
      retryable: true,
    });
  return found;
}

type NameAndStatus = { name: string; status: string } | undefined;

/** Throws conflict when the destination of a delivery takes no messages. */
async function checkDestination(
  { deletedDestinations }: Stores,
  { projectId, destinationId, destinationName }: ResendableDelivery,
  destination: NameAndStatus,
): Promise<void> {
  if (destination?.status === 'active') return;
  if (destination)
    throw new Problem('conflict', `The destination ${destination.name} is disabled.`, {
      remedy: `Set the status of ${destination.name} to active: then its held messages are sent, and this one can be sent again.`,
    });
  if (destinationId === '')
    throw new Problem('conflict', `No destination has the name ${destinationName}, for which this message is held.`, {
      remedy: `Create the destination ${destinationName}: then its held messages are sent.`,
    });
  const deleted = await deletedDestinations.find(projectId, destinationId);
  throw new Problem('conflict', `The destination ${deleted?.name ?? destinationId} of this message was deleted.`, {
    remedy: 'Read its records again: they go to the destination that their object has now.',
  });
}

/**
 * The problem about a deleted body. The service `reads` deletes a body some days after its last message is settled, or
 * together with the installation.
 */
function bodyGone({ source, state, updateTime }: ResendableDelivery): Problem {
  const since = `This delivery is ${shownStateOf[state]} since ${toIso(updateTime)}`;
  if (source === 'notification')
    return new Problem('gone', `${since}, and the body of its message was deleted, because its retention ended.`, {
      remedy: 'An event cannot be made again: read what it was about from the API.',
    });
  const why = 'because its retention ended or its installation was deleted';
  return new Problem('gone', `${since}, and the body of its message was deleted, ${why}.`, {
    remedy: 'Read its records again with a trigger or a backfill: they arrive as new messages.',
  });
}

function changedMeanwhile(): Problem {
  return new Problem('conflict', 'This delivery changed at this moment.', {
    remedy: 'Read it again: a worker may be sending it.',
    retryable: true,
  });
}
