import type { EventType } from './catalog.ts';
import type { EventPayloads } from './payloads.ts';

/** Something that happened in a project: `id` a uuid, `time` when, in Unix ms. */
export type EventOf<T extends EventType> = {
  id: string;
  type: T;
  projectId: string;
  time: number;
  payload: EventPayloads[T];
};

/** Any event; `type` tells which payload it has. */
export type CausewayEvent = { [T in EventType]: EventOf<T> }[EventType];

/** The one way to make an event, so that no payload can miss what the catalogue promises. */
export function eventOf<T extends EventType>(type: T, facts: Omit<EventOf<T>, 'type'>): EventOf<T> {
  const { id, projectId, time, payload } = facts;
  return { id, type, projectId, time, payload };
}
