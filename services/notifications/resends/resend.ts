/**
 * Sends a delivery again on request: the same row, with the same id and bytes, and its attempt count reset.
 *
 *     pending, held, delivered, undelivered, lost ──body there, destination active──▶ pending, due at once
 *     leased ──▶ the request is refused: the message is being sent now
 *
 * A message that was delivered once stays delivered even if the resend fails, because its receiver has accepted it.
 * During the resend, the row has the flag `is_delivered`: then the delivery ends in the state `delivered` whatever the
 * result is (`endState` in deliveries/delivery_row_store.ts). So the service `reads` never counts the message twice,
 * and does not read its records again.
 */
import type { DeliverySource, DeliveryState } from '../deliveries/delivery.ts';
import type { HeldDelivery } from '../holds/hold.ts';

export type ResendableDelivery = {
  id: string;
  projectId: string;
  /** Empty while the delivery is held for a name that no destination has. */
  destinationId: string;
  /** The name in the message when no destination has this name; empty otherwise. */
  destinationName: string;
  source: DeliverySource;
  sourceId: string;
  state: DeliveryState;
  fence: number;
  holdSeq: number;
  /** Unix ms. */
  updateTime: number;
};

export type ResendStore = {
  /** Finds a delivery without a lock. */
  find(projectId: string, id: string): Promise<ResendableDelivery | undefined>;
  /**
   * Makes a delivery pending and due at once, and resets its attempt count. Deletes the `holds` row of a held delivery.
   * Returns false when the delivery has changed since it was found: a worker claimed it, or it was released. The caller
   * holds the lock of its destination.
   */
  makePending(found: ResendableDelivery, updateTime: number): Promise<boolean>;
};

/** Converts a held delivery for the event that reports its release (holds/holds.ts). */
export function toReleased({ id, projectId, destinationId, source, holdSeq }: ResendableDelivery): HeldDelivery {
  return { id, projectId, destinationId, source, isRefused: false, holdSeq: holdSeq + 1 };
}
