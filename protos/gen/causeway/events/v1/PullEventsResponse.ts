// Original file: protos/events/v1/events.proto

import type { Event as _causeway_events_v1_Event, Event__Output as _causeway_events_v1_Event__Output } from '../../../causeway/events/v1/Event.ts';

export interface PullEventsResponse {
  'events'?: (_causeway_events_v1_Event)[];
  /**
   * Whether the bus is unavailable for the producer.
   */
  'isBusUnavailable'?: (boolean);
}

export interface PullEventsResponse__Output {
  'events': (_causeway_events_v1_Event__Output)[];
  /**
   * Whether the bus is unavailable for the producer.
   */
  'isBusUnavailable': (boolean);
}
