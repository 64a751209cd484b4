// Original file: protos/notifications/v1/notifications.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CancelDestinationDeletionRequest as _causeway_notifications_v1_CancelDestinationDeletionRequest, CancelDestinationDeletionRequest__Output as _causeway_notifications_v1_CancelDestinationDeletionRequest__Output } from '../../../causeway/notifications/v1/CancelDestinationDeletionRequest.ts';
import type { CreateDestinationRequest as _causeway_notifications_v1_CreateDestinationRequest, CreateDestinationRequest__Output as _causeway_notifications_v1_CreateDestinationRequest__Output } from '../../../causeway/notifications/v1/CreateDestinationRequest.ts';
import type { CreateEventTopicRouteRequest as _causeway_notifications_v1_CreateEventTopicRouteRequest, CreateEventTopicRouteRequest__Output as _causeway_notifications_v1_CreateEventTopicRouteRequest__Output } from '../../../causeway/notifications/v1/CreateEventTopicRouteRequest.ts';
import type { CreateTopicDestinationRouteRequest as _causeway_notifications_v1_CreateTopicDestinationRouteRequest, CreateTopicDestinationRouteRequest__Output as _causeway_notifications_v1_CreateTopicDestinationRouteRequest__Output } from '../../../causeway/notifications/v1/CreateTopicDestinationRouteRequest.ts';
import type { CreateTopicRequest as _causeway_notifications_v1_CreateTopicRequest, CreateTopicRequest__Output as _causeway_notifications_v1_CreateTopicRequest__Output } from '../../../causeway/notifications/v1/CreateTopicRequest.ts';
import type { DeleteDestinationRequest as _causeway_notifications_v1_DeleteDestinationRequest, DeleteDestinationRequest__Output as _causeway_notifications_v1_DeleteDestinationRequest__Output } from '../../../causeway/notifications/v1/DeleteDestinationRequest.ts';
import type { DeleteRouteRequest as _causeway_notifications_v1_DeleteRouteRequest, DeleteRouteRequest__Output as _causeway_notifications_v1_DeleteRouteRequest__Output } from '../../../causeway/notifications/v1/DeleteRouteRequest.ts';
import type { DeleteTopicRequest as _causeway_notifications_v1_DeleteTopicRequest, DeleteTopicRequest__Output as _causeway_notifications_v1_DeleteTopicRequest__Output } from '../../../causeway/notifications/v1/DeleteTopicRequest.ts';
import type { Delivery as _causeway_notifications_v1_Delivery, Delivery__Output as _causeway_notifications_v1_Delivery__Output } from '../../../causeway/notifications/v1/Delivery.ts';
import type { Destination as _causeway_notifications_v1_Destination, Destination__Output as _causeway_notifications_v1_Destination__Output } from '../../../causeway/notifications/v1/Destination.ts';
import type { DestinationDeletion as _causeway_notifications_v1_DestinationDeletion, DestinationDeletion__Output as _causeway_notifications_v1_DestinationDeletion__Output } from '../../../causeway/notifications/v1/DestinationDeletion.ts';
import type { DestinationTest as _causeway_notifications_v1_DestinationTest, DestinationTest__Output as _causeway_notifications_v1_DestinationTest__Output } from '../../../causeway/notifications/v1/DestinationTest.ts';
import type { Empty as _causeway_notifications_v1_Empty, Empty__Output as _causeway_notifications_v1_Empty__Output } from '../../../causeway/notifications/v1/Empty.ts';
import type { EventTopicRoute as _causeway_notifications_v1_EventTopicRoute, EventTopicRoute__Output as _causeway_notifications_v1_EventTopicRoute__Output } from '../../../causeway/notifications/v1/EventTopicRoute.ts';
import type { GetDeliveryRequest as _causeway_notifications_v1_GetDeliveryRequest, GetDeliveryRequest__Output as _causeway_notifications_v1_GetDeliveryRequest__Output } from '../../../causeway/notifications/v1/GetDeliveryRequest.ts';
import type { GetDestinationRequest as _causeway_notifications_v1_GetDestinationRequest, GetDestinationRequest__Output as _causeway_notifications_v1_GetDestinationRequest__Output } from '../../../causeway/notifications/v1/GetDestinationRequest.ts';
import type { GetRecoveryRequest as _causeway_notifications_v1_GetRecoveryRequest, GetRecoveryRequest__Output as _causeway_notifications_v1_GetRecoveryRequest__Output } from '../../../causeway/notifications/v1/GetRecoveryRequest.ts';
import type { ListBacklogsRequest as _causeway_notifications_v1_ListBacklogsRequest, ListBacklogsRequest__Output as _causeway_notifications_v1_ListBacklogsRequest__Output } from '../../../causeway/notifications/v1/ListBacklogsRequest.ts';
import type { ListBacklogsResponse as _causeway_notifications_v1_ListBacklogsResponse, ListBacklogsResponse__Output as _causeway_notifications_v1_ListBacklogsResponse__Output } from '../../../causeway/notifications/v1/ListBacklogsResponse.ts';
import type { ListCountsRequest as _causeway_notifications_v1_ListCountsRequest, ListCountsRequest__Output as _causeway_notifications_v1_ListCountsRequest__Output } from '../../../causeway/notifications/v1/ListCountsRequest.ts';
import type { ListDeliveriesRequest as _causeway_notifications_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _causeway_notifications_v1_ListDeliveriesRequest__Output } from '../../../causeway/notifications/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponse as _causeway_notifications_v1_ListDeliveriesResponse, ListDeliveriesResponse__Output as _causeway_notifications_v1_ListDeliveriesResponse__Output } from '../../../causeway/notifications/v1/ListDeliveriesResponse.ts';
import type { ListDeliveryCountsResponse as _causeway_notifications_v1_ListDeliveryCountsResponse, ListDeliveryCountsResponse__Output as _causeway_notifications_v1_ListDeliveryCountsResponse__Output } from '../../../causeway/notifications/v1/ListDeliveryCountsResponse.ts';
import type { ListDestinationsRequest as _causeway_notifications_v1_ListDestinationsRequest, ListDestinationsRequest__Output as _causeway_notifications_v1_ListDestinationsRequest__Output } from '../../../causeway/notifications/v1/ListDestinationsRequest.ts';
import type { ListDestinationsResponse as _causeway_notifications_v1_ListDestinationsResponse, ListDestinationsResponse__Output as _causeway_notifications_v1_ListDestinationsResponse__Output } from '../../../causeway/notifications/v1/ListDestinationsResponse.ts';
import type { ListEventTopicRoutesRequest as _causeway_notifications_v1_ListEventTopicRoutesRequest, ListEventTopicRoutesRequest__Output as _causeway_notifications_v1_ListEventTopicRoutesRequest__Output } from '../../../causeway/notifications/v1/ListEventTopicRoutesRequest.ts';
import type { ListEventTopicRoutesResponse as _causeway_notifications_v1_ListEventTopicRoutesResponse, ListEventTopicRoutesResponse__Output as _causeway_notifications_v1_ListEventTopicRoutesResponse__Output } from '../../../causeway/notifications/v1/ListEventTopicRoutesResponse.ts';
import type { ListRecoveriesRequest as _causeway_notifications_v1_ListRecoveriesRequest, ListRecoveriesRequest__Output as _causeway_notifications_v1_ListRecoveriesRequest__Output } from '../../../causeway/notifications/v1/ListRecoveriesRequest.ts';
import type { ListRecoveriesResponse as _causeway_notifications_v1_ListRecoveriesResponse, ListRecoveriesResponse__Output as _causeway_notifications_v1_ListRecoveriesResponse__Output } from '../../../causeway/notifications/v1/ListRecoveriesResponse.ts';
import type { ListTopicDestinationRoutesRequest as _causeway_notifications_v1_ListTopicDestinationRoutesRequest, ListTopicDestinationRoutesRequest__Output as _causeway_notifications_v1_ListTopicDestinationRoutesRequest__Output } from '../../../causeway/notifications/v1/ListTopicDestinationRoutesRequest.ts';
import type { ListTopicDestinationRoutesResponse as _causeway_notifications_v1_ListTopicDestinationRoutesResponse, ListTopicDestinationRoutesResponse__Output as _causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output } from '../../../causeway/notifications/v1/ListTopicDestinationRoutesResponse.ts';
import type { ListTopicsRequest as _causeway_notifications_v1_ListTopicsRequest, ListTopicsRequest__Output as _causeway_notifications_v1_ListTopicsRequest__Output } from '../../../causeway/notifications/v1/ListTopicsRequest.ts';
import type { ListTopicsResponse as _causeway_notifications_v1_ListTopicsResponse, ListTopicsResponse__Output as _causeway_notifications_v1_ListTopicsResponse__Output } from '../../../causeway/notifications/v1/ListTopicsResponse.ts';
import type { Recovery as _causeway_notifications_v1_Recovery, Recovery__Output as _causeway_notifications_v1_Recovery__Output } from '../../../causeway/notifications/v1/Recovery.ts';
import type { ResendDeliveryRequest as _causeway_notifications_v1_ResendDeliveryRequest, ResendDeliveryRequest__Output as _causeway_notifications_v1_ResendDeliveryRequest__Output } from '../../../causeway/notifications/v1/ResendDeliveryRequest.ts';
import type { ResolveDestinationsRequest as _causeway_notifications_v1_ResolveDestinationsRequest, ResolveDestinationsRequest__Output as _causeway_notifications_v1_ResolveDestinationsRequest__Output } from '../../../causeway/notifications/v1/ResolveDestinationsRequest.ts';
import type { ResolveDestinationsResponse as _causeway_notifications_v1_ResolveDestinationsResponse, ResolveDestinationsResponse__Output as _causeway_notifications_v1_ResolveDestinationsResponse__Output } from '../../../causeway/notifications/v1/ResolveDestinationsResponse.ts';
import type { StartDestinationDeletionRequest as _causeway_notifications_v1_StartDestinationDeletionRequest, StartDestinationDeletionRequest__Output as _causeway_notifications_v1_StartDestinationDeletionRequest__Output } from '../../../causeway/notifications/v1/StartDestinationDeletionRequest.ts';
import type { StartRecoveryRequest as _causeway_notifications_v1_StartRecoveryRequest, StartRecoveryRequest__Output as _causeway_notifications_v1_StartRecoveryRequest__Output } from '../../../causeway/notifications/v1/StartRecoveryRequest.ts';
import type { TestDestinationRequest as _causeway_notifications_v1_TestDestinationRequest, TestDestinationRequest__Output as _causeway_notifications_v1_TestDestinationRequest__Output } from '../../../causeway/notifications/v1/TestDestinationRequest.ts';
import type { Topic as _causeway_notifications_v1_Topic, Topic__Output as _causeway_notifications_v1_Topic__Output } from '../../../causeway/notifications/v1/Topic.ts';
import type { TopicDestinationRoute as _causeway_notifications_v1_TopicDestinationRoute, TopicDestinationRoute__Output as _causeway_notifications_v1_TopicDestinationRoute__Output } from '../../../causeway/notifications/v1/TopicDestinationRoute.ts';
import type { UpdateDestinationRequest as _causeway_notifications_v1_UpdateDestinationRequest, UpdateDestinationRequest__Output as _causeway_notifications_v1_UpdateDestinationRequest__Output } from '../../../causeway/notifications/v1/UpdateDestinationRequest.ts';
import type { UpdateTopicRequest as _causeway_notifications_v1_UpdateTopicRequest, UpdateTopicRequest__Output as _causeway_notifications_v1_UpdateTopicRequest__Output } from '../../../causeway/notifications/v1/UpdateTopicRequest.ts';

/**
 * What is sent to whom. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
 * Lists are paged, newest first, each page well below gRPC's 4 MiB. The last page has an empty next_page_token.
 */
export interface NotificationsClient extends grpc.Client {
  /**
   * Does nothing if the mark is gone.
   */
  CancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  CancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  CancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  CancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Does nothing if the mark is gone.
   */
  cancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  cancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  cancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  cancelDestinationDeletion(argument: _causeway_notifications_v1_CancelDestinationDeletionRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * One that has ended stays as it is. Problems: notFound.
   */
  CancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  CancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  CancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  CancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  /**
   * One that has ended stays as it is. Problems: notFound.
   */
  cancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  cancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  cancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  cancelRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: alreadyExists (name), unprocessable (a blocked URL, a type without delivery).
   */
  CreateDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  CreateDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  CreateDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  CreateDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: alreadyExists (name), unprocessable (a blocked URL, a type without delivery).
   */
  createDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  createDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  createDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  createDestination(argument: _causeway_notifications_v1_CreateDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: unprocessable (topic), alreadyExists.
   */
  CreateEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  CreateEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  CreateEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  CreateEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: unprocessable (topic), alreadyExists.
   */
  createEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  createEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  createEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  createEventTopicRoute(argument: _causeway_notifications_v1_CreateEventTopicRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_EventTopicRoute__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: alreadyExists.
   */
  CreateTopic(argument: _causeway_notifications_v1_CreateTopicRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  CreateTopic(argument: _causeway_notifications_v1_CreateTopicRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  CreateTopic(argument: _causeway_notifications_v1_CreateTopicRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  CreateTopic(argument: _causeway_notifications_v1_CreateTopicRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: alreadyExists.
   */
  createTopic(argument: _causeway_notifications_v1_CreateTopicRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  createTopic(argument: _causeway_notifications_v1_CreateTopicRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  createTopic(argument: _causeway_notifications_v1_CreateTopicRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  createTopic(argument: _causeway_notifications_v1_CreateTopicRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (topic or destination), alreadyExists.
   */
  CreateTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  CreateTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  CreateTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  CreateTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (topic or destination), alreadyExists.
   */
  createTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  createTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  createTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  createTopicDestinationRoute(argument: _causeway_notifications_v1_CreateTopicDestinationRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_TopicDestinationRoute__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, conflict (the mark of this generation is gone).
   */
  DeleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, conflict (the mark of this generation is gone).
   */
  deleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteDestination(argument: _causeway_notifications_v1_DeleteDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  DeleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  deleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteEventTopicRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Deletes its routes too. Problems: notFound.
   */
  DeleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Deletes its routes too. Problems: notFound.
   */
  deleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteTopic(argument: _causeway_notifications_v1_DeleteTopicRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  DeleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  deleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteTopicDestinationRoute(argument: _causeway_notifications_v1_DeleteRouteRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * With its attempts. Problems: notFound.
   */
  GetDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  /**
   * With its attempts. Problems: notFound.
   */
  getDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _causeway_notifications_v1_GetDeliveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  
  /**
   * By id, name or former name. Problems: notFound.
   */
  GetDestination(argument: _causeway_notifications_v1_GetDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  GetDestination(argument: _causeway_notifications_v1_GetDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  GetDestination(argument: _causeway_notifications_v1_GetDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  GetDestination(argument: _causeway_notifications_v1_GetDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  /**
   * By id, name or former name. Problems: notFound.
   */
  getDestination(argument: _causeway_notifications_v1_GetDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  getDestination(argument: _causeway_notifications_v1_GetDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  getDestination(argument: _causeway_notifications_v1_GetDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  getDestination(argument: _causeway_notifications_v1_GetDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  GetRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  GetRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  GetRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  getRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  getRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  getRecovery(argument: _causeway_notifications_v1_GetRecoveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  
  /**
   * What each destination of a project still has to get; those that have nothing to get are left out.
   */
  ListBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  ListBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  ListBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  ListBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * What each destination of a project still has to get; those that have nothing to get are left out.
   */
  listBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  listBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  listBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  listBacklogs(argument: _causeway_notifications_v1_ListBacklogsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListBacklogsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The deliveries of a destination, newest first. A page may have fewer deliveries than asked for, even none, and still
   * have a next page. Problems: notFound (destination), invalidArgument (state, page token).
   */
  ListDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The deliveries of a destination, newest first. A page may have fewer deliveries than asked for, even none, and still
   * have a next page. Problems: notFound (destination), invalidArgument (state, page token).
   */
  listDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _causeway_notifications_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Messages delivered, and failed attempts, over time. Problems: invalidArgument (the span).
   */
  ListDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Messages delivered, and failed attempts, over time. Problems: invalidArgument (the span).
   */
  listDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  listDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  listDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  listDeliveryCounts(argument: _causeway_notifications_v1_ListCountsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListDeliveryCountsResponse__Output>): grpc.ClientUnaryCall;
  
  ListDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  ListDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  ListDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  ListDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  listDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  listDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  listDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  listDestinations(argument: _causeway_notifications_v1_ListDestinationsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListDestinationsResponse__Output>): grpc.ClientUnaryCall;
  
  ListEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  ListEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  ListEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  ListEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  listEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  listEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  listEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  listEventTopicRoutes(argument: _causeway_notifications_v1_ListEventTopicRoutesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListEventTopicRoutesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (destination).
   */
  ListRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  ListRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  ListRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  ListRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (destination).
   */
  listRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  listRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  listRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  listRecoveries(argument: _causeway_notifications_v1_ListRecoveriesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListRecoveriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  ListTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  ListTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  ListTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  listTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  listTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  listTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  listTopicDestinationRoutes(argument: _causeway_notifications_v1_ListTopicDestinationRoutesRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>): grpc.ClientUnaryCall;
  
  ListTopics(argument: _causeway_notifications_v1_ListTopicsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  ListTopics(argument: _causeway_notifications_v1_ListTopicsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  ListTopics(argument: _causeway_notifications_v1_ListTopicsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  ListTopics(argument: _causeway_notifications_v1_ListTopicsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  listTopics(argument: _causeway_notifications_v1_ListTopicsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  listTopics(argument: _causeway_notifications_v1_ListTopicsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  listTopics(argument: _causeway_notifications_v1_ListTopicsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  listTopics(argument: _causeway_notifications_v1_ListTopicsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ListTopicsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Makes a delivery due at once, with the same id and bytes, and its attempt count reset. Problems: notFound, conflict (it is being sent;
   * its destination is disabled or missing), gone (its body is deleted).
   */
  ResendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  ResendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  ResendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  ResendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  /**
   * Makes a delivery due at once, with the same id and bytes, and its attempt count reset. Problems: notFound, conflict (it is being sent;
   * its destination is disabled or missing), gone (its body is deleted).
   */
  resendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  resendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  resendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  resendDelivery(argument: _causeway_notifications_v1_ResendDeliveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Delivery__Output>): grpc.ClientUnaryCall;
  
  /**
   * What ids, names and former names mean now. A destination that is being deleted is answered without an id.
   */
  ResolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  ResolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  ResolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  ResolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * What ids, names and former names mean now. A destination that is being deleted is answered without an id.
   */
  resolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  resolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  resolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  resolveDestinations(argument: _causeway_notifications_v1_ResolveDestinationsRequest, callback: grpc.requestCallback<_causeway_notifications_v1_ResolveDestinationsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Marks a destination as being deleted, so that it no longer resolves. The mark ends with the deletion, with
   * CancelDestinationDeletion, or a minute later. Problems: notFound.
   */
  StartDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  StartDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  StartDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  StartDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  /**
   * Marks a destination as being deleted, so that it no longer resolves. The mark ends with the deletion, with
   * CancelDestinationDeletion, or a minute later. Problems: notFound.
   */
  startDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  startDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  startDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  startDestinationDeletion(argument: _causeway_notifications_v1_StartDestinationDeletionRequest, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationDeletion__Output>): grpc.ClientUnaryCall;
  
  /**
   * Sends again what a destination did not get. Problems: notFound, invalidArgument (the span), conflict (the destination is
   * disabled, or another recovery of it is running).
   */
  StartRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  StartRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  StartRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  StartRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  /**
   * Sends again what a destination did not get. Problems: notFound, invalidArgument (the span), conflict (the destination is
   * disabled, or another recovery of it is running).
   */
  startRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  startRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  startRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  startRecovery(argument: _causeway_notifications_v1_StartRecoveryRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Recovery__Output>): grpc.ClientUnaryCall;
  
  /**
   * Sends one signed test message and answers what the receiver answered, whatever that is; the destination may be disabled, and its
   * health does not change. Problems: notFound, rateLimited (one in a second for each destination), unprocessable (its type).
   */
  TestDestination(argument: _causeway_notifications_v1_TestDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  TestDestination(argument: _causeway_notifications_v1_TestDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  TestDestination(argument: _causeway_notifications_v1_TestDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  TestDestination(argument: _causeway_notifications_v1_TestDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  /**
   * Sends one signed test message and answers what the receiver answered, whatever that is; the destination may be disabled, and its
   * health does not change. Problems: notFound, rateLimited (one in a second for each destination), unprocessable (its type).
   */
  testDestination(argument: _causeway_notifications_v1_TestDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  testDestination(argument: _causeway_notifications_v1_TestDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  testDestination(argument: _causeway_notifications_v1_TestDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  testDestination(argument: _causeway_notifications_v1_TestDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_DestinationTest__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, alreadyExists, invalidArgument (mask).
   */
  UpdateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  UpdateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  UpdateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  UpdateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, alreadyExists, invalidArgument (mask).
   */
  updateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  updateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  updateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  updateDestination(argument: _causeway_notifications_v1_UpdateDestinationRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Destination__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, alreadyExists.
   */
  UpdateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  UpdateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  UpdateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  UpdateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, alreadyExists.
   */
  updateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  updateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  updateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  updateTopic(argument: _causeway_notifications_v1_UpdateTopicRequest, callback: grpc.requestCallback<_causeway_notifications_v1_Topic__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What is sent to whom. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
 * Lists are paged, newest first, each page well below gRPC's 4 MiB. The last page has an empty next_page_token.
 */
export interface NotificationsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Does nothing if the mark is gone.
   */
  CancelDestinationDeletion: grpc.handleUnaryCall<_causeway_notifications_v1_CancelDestinationDeletionRequest__Output, _causeway_notifications_v1_Empty>;
  
  /**
   * One that has ended stays as it is. Problems: notFound.
   */
  CancelRecovery: grpc.handleUnaryCall<_causeway_notifications_v1_GetRecoveryRequest__Output, _causeway_notifications_v1_Recovery>;
  
  /**
   * Problems: alreadyExists (name), unprocessable (a blocked URL, a type without delivery).
   */
  CreateDestination: grpc.handleUnaryCall<_causeway_notifications_v1_CreateDestinationRequest__Output, _causeway_notifications_v1_Destination>;
  
  /**
   * Problems: unprocessable (topic), alreadyExists.
   */
  CreateEventTopicRoute: grpc.handleUnaryCall<_causeway_notifications_v1_CreateEventTopicRouteRequest__Output, _causeway_notifications_v1_EventTopicRoute>;
  
  /**
   * Problems: alreadyExists.
   */
  CreateTopic: grpc.handleUnaryCall<_causeway_notifications_v1_CreateTopicRequest__Output, _causeway_notifications_v1_Topic>;
  
  /**
   * Problems: notFound (topic or destination), alreadyExists.
   */
  CreateTopicDestinationRoute: grpc.handleUnaryCall<_causeway_notifications_v1_CreateTopicDestinationRouteRequest__Output, _causeway_notifications_v1_TopicDestinationRoute>;
  
  /**
   * Problems: notFound, conflict (the mark of this generation is gone).
   */
  DeleteDestination: grpc.handleUnaryCall<_causeway_notifications_v1_DeleteDestinationRequest__Output, _causeway_notifications_v1_Empty>;
  
  /**
   * Problems: notFound.
   */
  DeleteEventTopicRoute: grpc.handleUnaryCall<_causeway_notifications_v1_DeleteRouteRequest__Output, _causeway_notifications_v1_Empty>;
  
  /**
   * Deletes its routes too. Problems: notFound.
   */
  DeleteTopic: grpc.handleUnaryCall<_causeway_notifications_v1_DeleteTopicRequest__Output, _causeway_notifications_v1_Empty>;
  
  /**
   * Problems: notFound.
   */
  DeleteTopicDestinationRoute: grpc.handleUnaryCall<_causeway_notifications_v1_DeleteRouteRequest__Output, _causeway_notifications_v1_Empty>;
  
  /**
   * With its attempts. Problems: notFound.
   */
  GetDelivery: grpc.handleUnaryCall<_causeway_notifications_v1_GetDeliveryRequest__Output, _causeway_notifications_v1_Delivery>;
  
  /**
   * By id, name or former name. Problems: notFound.
   */
  GetDestination: grpc.handleUnaryCall<_causeway_notifications_v1_GetDestinationRequest__Output, _causeway_notifications_v1_Destination>;
  
  /**
   * Problems: notFound.
   */
  GetRecovery: grpc.handleUnaryCall<_causeway_notifications_v1_GetRecoveryRequest__Output, _causeway_notifications_v1_Recovery>;
  
  /**
   * What each destination of a project still has to get; those that have nothing to get are left out.
   */
  ListBacklogs: grpc.handleUnaryCall<_causeway_notifications_v1_ListBacklogsRequest__Output, _causeway_notifications_v1_ListBacklogsResponse>;
  
  /**
   * The deliveries of a destination, newest first. A page may have fewer deliveries than asked for, even none, and still
   * have a next page. Problems: notFound (destination), invalidArgument (state, page token).
   */
  ListDeliveries: grpc.handleUnaryCall<_causeway_notifications_v1_ListDeliveriesRequest__Output, _causeway_notifications_v1_ListDeliveriesResponse>;
  
  /**
   * Messages delivered, and failed attempts, over time. Problems: invalidArgument (the span).
   */
  ListDeliveryCounts: grpc.handleUnaryCall<_causeway_notifications_v1_ListCountsRequest__Output, _causeway_notifications_v1_ListDeliveryCountsResponse>;
  
  ListDestinations: grpc.handleUnaryCall<_causeway_notifications_v1_ListDestinationsRequest__Output, _causeway_notifications_v1_ListDestinationsResponse>;
  
  ListEventTopicRoutes: grpc.handleUnaryCall<_causeway_notifications_v1_ListEventTopicRoutesRequest__Output, _causeway_notifications_v1_ListEventTopicRoutesResponse>;
  
  /**
   * Problems: notFound (destination).
   */
  ListRecoveries: grpc.handleUnaryCall<_causeway_notifications_v1_ListRecoveriesRequest__Output, _causeway_notifications_v1_ListRecoveriesResponse>;
  
  ListTopicDestinationRoutes: grpc.handleUnaryCall<_causeway_notifications_v1_ListTopicDestinationRoutesRequest__Output, _causeway_notifications_v1_ListTopicDestinationRoutesResponse>;
  
  ListTopics: grpc.handleUnaryCall<_causeway_notifications_v1_ListTopicsRequest__Output, _causeway_notifications_v1_ListTopicsResponse>;
  
  /**
   * Makes a delivery due at once, with the same id and bytes, and its attempt count reset. Problems: notFound, conflict (it is being sent;
   * its destination is disabled or missing), gone (its body is deleted).
   */
  ResendDelivery: grpc.handleUnaryCall<_causeway_notifications_v1_ResendDeliveryRequest__Output, _causeway_notifications_v1_Delivery>;
  
  /**
   * What ids, names and former names mean now. A destination that is being deleted is answered without an id.
   */
  ResolveDestinations: grpc.handleUnaryCall<_causeway_notifications_v1_ResolveDestinationsRequest__Output, _causeway_notifications_v1_ResolveDestinationsResponse>;
  
  /**
   * Marks a destination as being deleted, so that it no longer resolves. The mark ends with the deletion, with
   * CancelDestinationDeletion, or a minute later. Problems: notFound.
   */
  StartDestinationDeletion: grpc.handleUnaryCall<_causeway_notifications_v1_StartDestinationDeletionRequest__Output, _causeway_notifications_v1_DestinationDeletion>;
  
  /**
   * Sends again what a destination did not get. Problems: notFound, invalidArgument (the span), conflict (the destination is
   * disabled, or another recovery of it is running).
   */
  StartRecovery: grpc.handleUnaryCall<_causeway_notifications_v1_StartRecoveryRequest__Output, _causeway_notifications_v1_Recovery>;
  
  /**
   * Sends one signed test message and answers what the receiver answered, whatever that is; the destination may be disabled, and its
   * health does not change. Problems: notFound, rateLimited (one in a second for each destination), unprocessable (its type).
   */
  TestDestination: grpc.handleUnaryCall<_causeway_notifications_v1_TestDestinationRequest__Output, _causeway_notifications_v1_DestinationTest>;
  
  /**
   * Problems: notFound, alreadyExists, invalidArgument (mask).
   */
  UpdateDestination: grpc.handleUnaryCall<_causeway_notifications_v1_UpdateDestinationRequest__Output, _causeway_notifications_v1_Destination>;
  
  /**
   * Problems: notFound, alreadyExists.
   */
  UpdateTopic: grpc.handleUnaryCall<_causeway_notifications_v1_UpdateTopicRequest__Output, _causeway_notifications_v1_Topic>;
  
}

export interface NotificationsDefinition extends grpc.ServiceDefinition {
  CancelDestinationDeletion: MethodDefinition<_causeway_notifications_v1_CancelDestinationDeletionRequest, _causeway_notifications_v1_Empty, _causeway_notifications_v1_CancelDestinationDeletionRequest__Output, _causeway_notifications_v1_Empty__Output>
  CancelRecovery: MethodDefinition<_causeway_notifications_v1_GetRecoveryRequest, _causeway_notifications_v1_Recovery, _causeway_notifications_v1_GetRecoveryRequest__Output, _causeway_notifications_v1_Recovery__Output>
  CreateDestination: MethodDefinition<_causeway_notifications_v1_CreateDestinationRequest, _causeway_notifications_v1_Destination, _causeway_notifications_v1_CreateDestinationRequest__Output, _causeway_notifications_v1_Destination__Output>
  CreateEventTopicRoute: MethodDefinition<_causeway_notifications_v1_CreateEventTopicRouteRequest, _causeway_notifications_v1_EventTopicRoute, _causeway_notifications_v1_CreateEventTopicRouteRequest__Output, _causeway_notifications_v1_EventTopicRoute__Output>
  CreateTopic: MethodDefinition<_causeway_notifications_v1_CreateTopicRequest, _causeway_notifications_v1_Topic, _causeway_notifications_v1_CreateTopicRequest__Output, _causeway_notifications_v1_Topic__Output>
  CreateTopicDestinationRoute: MethodDefinition<_causeway_notifications_v1_CreateTopicDestinationRouteRequest, _causeway_notifications_v1_TopicDestinationRoute, _causeway_notifications_v1_CreateTopicDestinationRouteRequest__Output, _causeway_notifications_v1_TopicDestinationRoute__Output>
  DeleteDestination: MethodDefinition<_causeway_notifications_v1_DeleteDestinationRequest, _causeway_notifications_v1_Empty, _causeway_notifications_v1_DeleteDestinationRequest__Output, _causeway_notifications_v1_Empty__Output>
  DeleteEventTopicRoute: MethodDefinition<_causeway_notifications_v1_DeleteRouteRequest, _causeway_notifications_v1_Empty, _causeway_notifications_v1_DeleteRouteRequest__Output, _causeway_notifications_v1_Empty__Output>
  DeleteTopic: MethodDefinition<_causeway_notifications_v1_DeleteTopicRequest, _causeway_notifications_v1_Empty, _causeway_notifications_v1_DeleteTopicRequest__Output, _causeway_notifications_v1_Empty__Output>
  DeleteTopicDestinationRoute: MethodDefinition<_causeway_notifications_v1_DeleteRouteRequest, _causeway_notifications_v1_Empty, _causeway_notifications_v1_DeleteRouteRequest__Output, _causeway_notifications_v1_Empty__Output>
  GetDelivery: MethodDefinition<_causeway_notifications_v1_GetDeliveryRequest, _causeway_notifications_v1_Delivery, _causeway_notifications_v1_GetDeliveryRequest__Output, _causeway_notifications_v1_Delivery__Output>
  GetDestination: MethodDefinition<_causeway_notifications_v1_GetDestinationRequest, _causeway_notifications_v1_Destination, _causeway_notifications_v1_GetDestinationRequest__Output, _causeway_notifications_v1_Destination__Output>
  GetRecovery: MethodDefinition<_causeway_notifications_v1_GetRecoveryRequest, _causeway_notifications_v1_Recovery, _causeway_notifications_v1_GetRecoveryRequest__Output, _causeway_notifications_v1_Recovery__Output>
  ListBacklogs: MethodDefinition<_causeway_notifications_v1_ListBacklogsRequest, _causeway_notifications_v1_ListBacklogsResponse, _causeway_notifications_v1_ListBacklogsRequest__Output, _causeway_notifications_v1_ListBacklogsResponse__Output>
  ListDeliveries: MethodDefinition<_causeway_notifications_v1_ListDeliveriesRequest, _causeway_notifications_v1_ListDeliveriesResponse, _causeway_notifications_v1_ListDeliveriesRequest__Output, _causeway_notifications_v1_ListDeliveriesResponse__Output>
  ListDeliveryCounts: MethodDefinition<_causeway_notifications_v1_ListCountsRequest, _causeway_notifications_v1_ListDeliveryCountsResponse, _causeway_notifications_v1_ListCountsRequest__Output, _causeway_notifications_v1_ListDeliveryCountsResponse__Output>
  ListDestinations: MethodDefinition<_causeway_notifications_v1_ListDestinationsRequest, _causeway_notifications_v1_ListDestinationsResponse, _causeway_notifications_v1_ListDestinationsRequest__Output, _causeway_notifications_v1_ListDestinationsResponse__Output>
  ListEventTopicRoutes: MethodDefinition<_causeway_notifications_v1_ListEventTopicRoutesRequest, _causeway_notifications_v1_ListEventTopicRoutesResponse, _causeway_notifications_v1_ListEventTopicRoutesRequest__Output, _causeway_notifications_v1_ListEventTopicRoutesResponse__Output>
  ListRecoveries: MethodDefinition<_causeway_notifications_v1_ListRecoveriesRequest, _causeway_notifications_v1_ListRecoveriesResponse, _causeway_notifications_v1_ListRecoveriesRequest__Output, _causeway_notifications_v1_ListRecoveriesResponse__Output>
  ListTopicDestinationRoutes: MethodDefinition<_causeway_notifications_v1_ListTopicDestinationRoutesRequest, _causeway_notifications_v1_ListTopicDestinationRoutesResponse, _causeway_notifications_v1_ListTopicDestinationRoutesRequest__Output, _causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>
  ListTopics: MethodDefinition<_causeway_notifications_v1_ListTopicsRequest, _causeway_notifications_v1_ListTopicsResponse, _causeway_notifications_v1_ListTopicsRequest__Output, _causeway_notifications_v1_ListTopicsResponse__Output>
  ResendDelivery: MethodDefinition<_causeway_notifications_v1_ResendDeliveryRequest, _causeway_notifications_v1_Delivery, _causeway_notifications_v1_ResendDeliveryRequest__Output, _causeway_notifications_v1_Delivery__Output>
  ResolveDestinations: MethodDefinition<_causeway_notifications_v1_ResolveDestinationsRequest, _causeway_notifications_v1_ResolveDestinationsResponse, _causeway_notifications_v1_ResolveDestinationsRequest__Output, _causeway_notifications_v1_ResolveDestinationsResponse__Output>
  StartDestinationDeletion: MethodDefinition<_causeway_notifications_v1_StartDestinationDeletionRequest, _causeway_notifications_v1_DestinationDeletion, _causeway_notifications_v1_StartDestinationDeletionRequest__Output, _causeway_notifications_v1_DestinationDeletion__Output>
  StartRecovery: MethodDefinition<_causeway_notifications_v1_StartRecoveryRequest, _causeway_notifications_v1_Recovery, _causeway_notifications_v1_StartRecoveryRequest__Output, _causeway_notifications_v1_Recovery__Output>
  TestDestination: MethodDefinition<_causeway_notifications_v1_TestDestinationRequest, _causeway_notifications_v1_DestinationTest, _causeway_notifications_v1_TestDestinationRequest__Output, _causeway_notifications_v1_DestinationTest__Output>
  UpdateDestination: MethodDefinition<_causeway_notifications_v1_UpdateDestinationRequest, _causeway_notifications_v1_Destination, _causeway_notifications_v1_UpdateDestinationRequest__Output, _causeway_notifications_v1_Destination__Output>
  UpdateTopic: MethodDefinition<_causeway_notifications_v1_UpdateTopicRequest, _causeway_notifications_v1_Topic, _causeway_notifications_v1_UpdateTopicRequest__Output, _causeway_notifications_v1_Topic__Output>
}
