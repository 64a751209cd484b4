import { createHash } from 'node:crypto';

/** The body of the messages about one event, stored until its retention ends. */
type Notification = { eventId: string; projectId: string; eventType: string; body: string; createTime: number };

export type NotificationStore = {
  insert(notification: Notification): Promise<void>;
  /** Finds bodies by event id; omits deleted bodies. */
  bodies(eventIds: string[]): Promise<Map<string, Uint8Array>>;
  /** Deletes up to `limit` notifications older than `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};

/**
 * The id of the message about an event to a destination. It is deterministic (UUIDv8 from SHA-256), so that handling an
 * event twice creates one message.
 */
export function notificationMessageId(eventId: string, destinationId: string): string {
  const hex = createHash('sha256').update(`notification|${eventId}|${destinationId}`).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
