/** Structurally an event of lib/events, which domain must not import. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

/** The service whose outbox has the event. */
export type Producer = 'identity' | 'installation' | 'reads' | 'notifications';

/** The events that a transaction announces; see lib/events/outbox. */
export type OutboxStore = { add(...events: OutgoingEvent[]): Promise<void> };

export type InboxStore = {
  /** True the first time an event id is seen. Runs in the transaction of the event's effect. */
  accept(eventId: string, producer: Producer): Promise<boolean>;
  purge(limit: number): Promise<number>;
};
