import { Buffer } from 'node:buffer';
import { parseJson, stringifyJson } from '../../json/json.ts';
import type { CausewayEvent } from '../event.ts';

/** An event as a message of protos/events. The payload is JSON text, so that its numbers stay exact. */
type WireEvent = {
  id: string;
  type: string;
  projectId: string;
  time: number;
  payloadJson: string;
  traceparent: string;
};

/** gRPC accepts requests of 4 MiB at most; a single larger event is sent alone. */
const MAX_BYTES = 2 * 1024 * 1024;

export function toWireEvent({ id, type, projectId, time, payload, traceparent }: CausewayEvent): WireEvent {
  return { id, type, projectId, time, payloadJson: stringifyJson(payload), traceparent: traceparent ?? '' };
}

/** Does not check the payload, because the producer checked it when it wrote the row. */
export function fromWireEvent({ id, type, projectId, time, payloadJson, traceparent }: WireEvent): CausewayEvent {
  const event = { id, type, projectId, time, payload: parseJson(payloadJson), ...(traceparent && { traceparent }) };
  return event as unknown as CausewayEvent;
}

/** The first events that fit into one message; at least one event. */
export function eventsThatFit(events: readonly WireEvent[]): WireEvent[] {
  let bytes = 0;
  const end = events.findIndex(({ payloadJson }) => (bytes += Buffer.byteLength(payloadJson) + 200) > MAX_BYTES);
  return end < 0 ? [...events] : events.slice(0, Math.max(1, end));
}
