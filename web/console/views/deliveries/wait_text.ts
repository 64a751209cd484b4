import type { Schema } from '../../../api/contract.ts';

type Delivery = Pick<Schema<'Delivery'>, 'state' | 'destinationId' | 'nextAttemptTime' | 'attemptCount'>;
type Destination = Pick<Schema<'Destination'>, 'status' | 'health' | 'suspendedUntil'>;

/** The cause of a delivery's wait. `at`: the end of the wait, ISO 8601 and in the future; missing when unknown. */
export type Wait = { text: string; at?: string };

/**
 * Says why an open delivery waits; null for a delivery that is over. `destination` is undefined while loading. A time
 * in the past is not shown, because the delivery is due then. `now`: Unix ms.
 */
export function waitOf(delivery: Delivery, destination: Destination | undefined, now: number): Wait | null {
  const { state, destinationId, nextAttemptTime, attemptCount } = delivery;
  if (state === 'held') return { text: heldText(destinationId, destination) };
  if (state !== 'pending') return null;
  const isFailing = destination?.health?.state === 'failing';
  if (isFailing && isFuture(destination?.suspendedUntil, now))
    return { text: 'behind a failing destination, which is tried again', at: destination?.suspendedUntil as string };
  if (isFuture(nextAttemptTime, now))
    return { text: attemptCount > 0 ? 'next attempt' : 'first attempt', at: nextAttemptTime as string };
  return { text: isFailing ? 'behind a failing destination: one delivery at a time tries it' : 'its turn, now' };
}

function heldText(destinationId: string, destination: Destination | undefined): string {
  if (destinationId === '') return 'held: no destination has the name that it is for';
  if (destination?.status === 'disabled') return 'held: its destination is disabled';
  return 'held: its destination refused every attempt. It is sent when the destination is changed or activated';
}

function isFuture(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
