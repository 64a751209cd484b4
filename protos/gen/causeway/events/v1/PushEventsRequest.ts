// Original file: protos/events/v1/events.proto

import type { Event as _causeway_events_v1_Event, Event__Output as _causeway_events_v1_Event__Output } from '../../../causeway/events/v1/Event.ts';

export interface PushEventsRequest {
  'events'?: (_causeway_events_v1_Event)[];
}

export interface PushEventsRequest__Output {
  'events': (_causeway_events_v1_Event__Output)[];
}
