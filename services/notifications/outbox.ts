/** An event to publish, as made by lib/events. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

export type Outbox = { add(event: OutgoingEvent): Promise<void> };

/** The service whose outbox has the event. */
type Producer = 'identity' | 'installation' | 'reads' | 'notifications';

export type Inbox = {
  /** True for the first arrival of an event id. Call it in the transaction of the effect. */
  accept(eventId: string, producer: Producer): Promise<boolean>;
  purge(limit: number): Promise<number>;
};
