// Original file: protos/events/v1/events.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcknowledgeEventsRequest as _causeway_events_v1_AcknowledgeEventsRequest, AcknowledgeEventsRequest__Output as _causeway_events_v1_AcknowledgeEventsRequest__Output } from '../../../causeway/events/v1/AcknowledgeEventsRequest.ts';
import type { Empty as _causeway_events_v1_Empty, Empty__Output as _causeway_events_v1_Empty__Output } from '../../../causeway/events/v1/Empty.ts';
import type { PullEventsRequest as _causeway_events_v1_PullEventsRequest, PullEventsRequest__Output as _causeway_events_v1_PullEventsRequest__Output } from '../../../causeway/events/v1/PullEventsRequest.ts';
import type { PullEventsResponse as _causeway_events_v1_PullEventsResponse, PullEventsResponse__Output as _causeway_events_v1_PullEventsResponse__Output } from '../../../causeway/events/v1/PullEventsResponse.ts';
import type { PushEventsRequest as _causeway_events_v1_PushEventsRequest, PushEventsRequest__Output as _causeway_events_v1_PushEventsRequest__Output } from '../../../causeway/events/v1/PushEventsRequest.ts';
import type { PushEventsResponse as _causeway_events_v1_PushEventsResponse, PushEventsResponse__Output as _causeway_events_v1_PushEventsResponse__Output } from '../../../causeway/events/v1/PushEventsResponse.ts';

/**
 * Events between services while the bus is unavailable. Every service with an outbox serves it on its own port. Which
 * of two services calls the other follows from the arrows (lib/events/direct/event_ways.ts).
 */
export interface EventsClient extends grpc.Client {
  /**
   * The consumer has committed the effects of these events. Idempotent.
   */
  AcknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  AcknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  AcknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  AcknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * The consumer has committed the effects of these events. Idempotent.
   */
  acknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  acknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  acknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  acknowledgeEvents(argument: _causeway_events_v1_AcknowledgeEventsRequest, callback: grpc.requestCallback<_causeway_events_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * The consumer asks the producer for events that it has not acknowledged. Empty while the bus of both is healthy. An
   * event is not returned again for 10 s, unless another replica of the producer answers.
   */
  PullEvents(argument: _causeway_events_v1_PullEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  PullEvents(argument: _causeway_events_v1_PullEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  PullEvents(argument: _causeway_events_v1_PullEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  PullEvents(argument: _causeway_events_v1_PullEventsRequest, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The consumer asks the producer for events that it has not acknowledged. Empty while the bus of both is healthy. An
   * event is not returned again for 10 s, unless another replica of the producer answers.
   */
  pullEvents(argument: _causeway_events_v1_PullEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  pullEvents(argument: _causeway_events_v1_PullEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  pullEvents(argument: _causeway_events_v1_PullEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  pullEvents(argument: _causeway_events_v1_PullEventsRequest, callback: grpc.requestCallback<_causeway_events_v1_PullEventsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The producer gives events to a consumer that may not call it. Returns the ids of those whose effects are committed.
   */
  PushEvents(argument: _causeway_events_v1_PushEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  PushEvents(argument: _causeway_events_v1_PushEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  PushEvents(argument: _causeway_events_v1_PushEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  PushEvents(argument: _causeway_events_v1_PushEventsRequest, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The producer gives events to a consumer that may not call it. Returns the ids of those whose effects are committed.
   */
  pushEvents(argument: _causeway_events_v1_PushEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  pushEvents(argument: _causeway_events_v1_PushEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  pushEvents(argument: _causeway_events_v1_PushEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  pushEvents(argument: _causeway_events_v1_PushEventsRequest, callback: grpc.requestCallback<_causeway_events_v1_PushEventsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Events between services while the bus is unavailable. Every service with an outbox serves it on its own port. Which
 * of two services calls the other follows from the arrows (lib/events/direct/event_ways.ts).
 */
export interface EventsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The consumer has committed the effects of these events. Idempotent.
   */
  AcknowledgeEvents: grpc.handleUnaryCall<_causeway_events_v1_AcknowledgeEventsRequest__Output, _causeway_events_v1_Empty>;
  
  /**
   * The consumer asks the producer for events that it has not acknowledged. Empty while the bus of both is healthy. An
   * event is not returned again for 10 s, unless another replica of the producer answers.
   */
  PullEvents: grpc.handleUnaryCall<_causeway_events_v1_PullEventsRequest__Output, _causeway_events_v1_PullEventsResponse>;
  
  /**
   * The producer gives events to a consumer that may not call it. Returns the ids of those whose effects are committed.
   */
  PushEvents: grpc.handleUnaryCall<_causeway_events_v1_PushEventsRequest__Output, _causeway_events_v1_PushEventsResponse>;
  
}

export interface EventsDefinition extends grpc.ServiceDefinition {
  AcknowledgeEvents: MethodDefinition<_causeway_events_v1_AcknowledgeEventsRequest, _causeway_events_v1_Empty, _causeway_events_v1_AcknowledgeEventsRequest__Output, _causeway_events_v1_Empty__Output>
  PullEvents: MethodDefinition<_causeway_events_v1_PullEventsRequest, _causeway_events_v1_PullEventsResponse, _causeway_events_v1_PullEventsRequest__Output, _causeway_events_v1_PullEventsResponse__Output>
  PushEvents: MethodDefinition<_causeway_events_v1_PushEventsRequest, _causeway_events_v1_PushEventsResponse, _causeway_events_v1_PushEventsRequest__Output, _causeway_events_v1_PushEventsResponse__Output>
}
