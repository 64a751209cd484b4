import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AcknowledgeEventsRequest as _causeway_events_v1_AcknowledgeEventsRequest, AcknowledgeEventsRequest__Output as _causeway_events_v1_AcknowledgeEventsRequest__Output } from './causeway/events/v1/AcknowledgeEventsRequest.ts';
import type { Empty as _causeway_events_v1_Empty, Empty__Output as _causeway_events_v1_Empty__Output } from './causeway/events/v1/Empty.ts';
import type { Event as _causeway_events_v1_Event, Event__Output as _causeway_events_v1_Event__Output } from './causeway/events/v1/Event.ts';
import type { EventsClient as _causeway_events_v1_EventsClient, EventsDefinition as _causeway_events_v1_EventsDefinition } from './causeway/events/v1/Events.ts';
import type { PullEventsRequest as _causeway_events_v1_PullEventsRequest, PullEventsRequest__Output as _causeway_events_v1_PullEventsRequest__Output } from './causeway/events/v1/PullEventsRequest.ts';
import type { PullEventsResponse as _causeway_events_v1_PullEventsResponse, PullEventsResponse__Output as _causeway_events_v1_PullEventsResponse__Output } from './causeway/events/v1/PullEventsResponse.ts';
import type { PushEventsRequest as _causeway_events_v1_PushEventsRequest, PushEventsRequest__Output as _causeway_events_v1_PushEventsRequest__Output } from './causeway/events/v1/PushEventsRequest.ts';
import type { PushEventsResponse as _causeway_events_v1_PushEventsResponse, PushEventsResponse__Output as _causeway_events_v1_PushEventsResponse__Output } from './causeway/events/v1/PushEventsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    events: {
      v1: {
        AcknowledgeEventsRequest: MessageTypeDefinition<_causeway_events_v1_AcknowledgeEventsRequest, _causeway_events_v1_AcknowledgeEventsRequest__Output>
        Empty: MessageTypeDefinition<_causeway_events_v1_Empty, _causeway_events_v1_Empty__Output>
        Event: MessageTypeDefinition<_causeway_events_v1_Event, _causeway_events_v1_Event__Output>
        /**
         * Events between services while the bus is unavailable. Every service with an outbox serves it on its own port. Which
         * of two services calls the other follows from the arrows (lib/events/direct/event_ways.ts).
         */
        Events: SubtypeConstructor<typeof grpc.Client, _causeway_events_v1_EventsClient> & { service: _causeway_events_v1_EventsDefinition }
        PullEventsRequest: MessageTypeDefinition<_causeway_events_v1_PullEventsRequest, _causeway_events_v1_PullEventsRequest__Output>
        PullEventsResponse: MessageTypeDefinition<_causeway_events_v1_PullEventsResponse, _causeway_events_v1_PullEventsResponse__Output>
        PushEventsRequest: MessageTypeDefinition<_causeway_events_v1_PushEventsRequest, _causeway_events_v1_PushEventsRequest__Output>
        PushEventsResponse: MessageTypeDefinition<_causeway_events_v1_PushEventsResponse, _causeway_events_v1_PushEventsResponse__Output>
      }
    }
  }
}

