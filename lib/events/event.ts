import type { EventType } from './catalog.ts';
import type { EventPayloads } from './payloads.ts';

/** Something that happened in a project. `id`: uuid; `time`: Unix ms. */
export type EventOf<T extends EventType> = {
  id: string;
  type: T;
  projectId: string;
  time: number;
  payload: EventPayloads[T];
  /** W3C `traceparent` of the span in which the event happened; only while traces are on. */
  traceparent?: string | null;
};

/** Any event; `type` determines the payload. */
export type CausewayEvent = { [T in EventType]: EventOf<T> }[EventType];

/** The only constructor of events; the compiler checks the payload against the catalogue. */
export function eventOf<T extends EventType>(type: T, facts: Omit<EventOf<T>, 'type'>): EventOf<T> {
  const { id, projectId, time, payload } = facts;
  return { id, type, projectId, time, payload };
}
