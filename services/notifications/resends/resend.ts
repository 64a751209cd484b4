import type { DeliverySource, DeliveryState } from '../deliveries/delivery.ts';
import type { Held } from '../holds/hold.ts';

/**
 * Sends a delivery again on request: the same row, so the same id and the same bytes, with its attempt count reset.
 *
 *     pending, held, delivered, undelivered, lost ──body there, destination active──▶ pending, due at once
 *     leased ──▶ refused: it is being sent now
 *
 * A message that was delivered once stays delivered, whatever becomes of the resend: its receiver has had it. While it is
 * sent again, its row has the flag `is_delivered`, and every state in which it would end as not delivered is `delivered`
 * instead (`endState` of delivery_row_store.ts). So reads never counts its records twice, and never reads their span again.
 */
export type Resendable = {
  id: string;
  projectId: string;
  /** Empty while it is held for a name that no destination has. */
  destinationId: string;
  /** The name that no destination has; empty otherwise. */
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
  /** Locks nothing. */
  find(projectId: string, id: string): Promise<Resendable | undefined>;
  /**
   * Makes it pending and due at once, with its attempt count reset; a held one leaves `holds`. False when it is no longer as it
   * was found: a worker claimed it, or it was released. The caller holds the lock of its destination.
   */
  makePending(found: Resendable, updateTime: number): Promise<boolean>;
};

/** A held delivery, as the event that releases it says it (holds/holds.ts). */
export function released({ id, projectId, destinationId, source, holdSeq }: Resendable): Held {
  return { id, projectId, destinationId, source, isRefused: false, holdSeq: holdSeq + 1 };
}
