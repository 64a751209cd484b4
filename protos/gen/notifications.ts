import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Backlog as _causeway_notifications_v1_Backlog, Backlog__Output as _causeway_notifications_v1_Backlog__Output } from './causeway/notifications/v1/Backlog.ts';
import type { CancelDestinationDeletionRequest as _causeway_notifications_v1_CancelDestinationDeletionRequest, CancelDestinationDeletionRequest__Output as _causeway_notifications_v1_CancelDestinationDeletionRequest__Output } from './causeway/notifications/v1/CancelDestinationDeletionRequest.ts';
import type { CreateDestinationRequest as _causeway_notifications_v1_CreateDestinationRequest, CreateDestinationRequest__Output as _causeway_notifications_v1_CreateDestinationRequest__Output } from './causeway/notifications/v1/CreateDestinationRequest.ts';
import type { CreateEventTopicRouteRequest as _causeway_notifications_v1_CreateEventTopicRouteRequest, CreateEventTopicRouteRequest__Output as _causeway_notifications_v1_CreateEventTopicRouteRequest__Output } from './causeway/notifications/v1/CreateEventTopicRouteRequest.ts';
import type { CreateTopicDestinationRouteRequest as _causeway_notifications_v1_CreateTopicDestinationRouteRequest, CreateTopicDestinationRouteRequest__Output as _causeway_notifications_v1_CreateTopicDestinationRouteRequest__Output } from './causeway/notifications/v1/CreateTopicDestinationRouteRequest.ts';
import type { CreateTopicRequest as _causeway_notifications_v1_CreateTopicRequest, CreateTopicRequest__Output as _causeway_notifications_v1_CreateTopicRequest__Output } from './causeway/notifications/v1/CreateTopicRequest.ts';
import type { DeleteDestinationRequest as _causeway_notifications_v1_DeleteDestinationRequest, DeleteDestinationRequest__Output as _causeway_notifications_v1_DeleteDestinationRequest__Output } from './causeway/notifications/v1/DeleteDestinationRequest.ts';
import type { DeleteRouteRequest as _causeway_notifications_v1_DeleteRouteRequest, DeleteRouteRequest__Output as _causeway_notifications_v1_DeleteRouteRequest__Output } from './causeway/notifications/v1/DeleteRouteRequest.ts';
import type { DeleteTopicRequest as _causeway_notifications_v1_DeleteTopicRequest, DeleteTopicRequest__Output as _causeway_notifications_v1_DeleteTopicRequest__Output } from './causeway/notifications/v1/DeleteTopicRequest.ts';
import type { Delivery as _causeway_notifications_v1_Delivery, Delivery__Output as _causeway_notifications_v1_Delivery__Output } from './causeway/notifications/v1/Delivery.ts';
import type { DeliveryAttempt as _causeway_notifications_v1_DeliveryAttempt, DeliveryAttempt__Output as _causeway_notifications_v1_DeliveryAttempt__Output } from './causeway/notifications/v1/DeliveryAttempt.ts';
import type { DeliveryCounts as _causeway_notifications_v1_DeliveryCounts, DeliveryCounts__Output as _causeway_notifications_v1_DeliveryCounts__Output } from './causeway/notifications/v1/DeliveryCounts.ts';
import type { Destination as _causeway_notifications_v1_Destination, Destination__Output as _causeway_notifications_v1_Destination__Output } from './causeway/notifications/v1/Destination.ts';
import type { DestinationDeletion as _causeway_notifications_v1_DestinationDeletion, DestinationDeletion__Output as _causeway_notifications_v1_DestinationDeletion__Output } from './causeway/notifications/v1/DestinationDeletion.ts';
import type { DestinationTest as _causeway_notifications_v1_DestinationTest, DestinationTest__Output as _causeway_notifications_v1_DestinationTest__Output } from './causeway/notifications/v1/DestinationTest.ts';
import type { Empty as _causeway_notifications_v1_Empty, Empty__Output as _causeway_notifications_v1_Empty__Output } from './causeway/notifications/v1/Empty.ts';
import type { EventTopicRoute as _causeway_notifications_v1_EventTopicRoute, EventTopicRoute__Output as _causeway_notifications_v1_EventTopicRoute__Output } from './causeway/notifications/v1/EventTopicRoute.ts';
import type { GetDeliveryRequest as _causeway_notifications_v1_GetDeliveryRequest, GetDeliveryRequest__Output as _causeway_notifications_v1_GetDeliveryRequest__Output } from './causeway/notifications/v1/GetDeliveryRequest.ts';
import type { GetDestinationRequest as _causeway_notifications_v1_GetDestinationRequest, GetDestinationRequest__Output as _causeway_notifications_v1_GetDestinationRequest__Output } from './causeway/notifications/v1/GetDestinationRequest.ts';
import type { GetRecoveryRequest as _causeway_notifications_v1_GetRecoveryRequest, GetRecoveryRequest__Output as _causeway_notifications_v1_GetRecoveryRequest__Output } from './causeway/notifications/v1/GetRecoveryRequest.ts';
import type { ListBacklogsRequest as _causeway_notifications_v1_ListBacklogsRequest, ListBacklogsRequest__Output as _causeway_notifications_v1_ListBacklogsRequest__Output } from './causeway/notifications/v1/ListBacklogsRequest.ts';
import type { ListBacklogsResponse as _causeway_notifications_v1_ListBacklogsResponse, ListBacklogsResponse__Output as _causeway_notifications_v1_ListBacklogsResponse__Output } from './causeway/notifications/v1/ListBacklogsResponse.ts';
import type { ListCountsRequest as _causeway_notifications_v1_ListCountsRequest, ListCountsRequest__Output as _causeway_notifications_v1_ListCountsRequest__Output } from './causeway/notifications/v1/ListCountsRequest.ts';
import type { ListDeliveriesRequest as _causeway_notifications_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _causeway_notifications_v1_ListDeliveriesRequest__Output } from './causeway/notifications/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponse as _causeway_notifications_v1_ListDeliveriesResponse, ListDeliveriesResponse__Output as _causeway_notifications_v1_ListDeliveriesResponse__Output } from './causeway/notifications/v1/ListDeliveriesResponse.ts';
import type { ListDeliveryCountsResponse as _causeway_notifications_v1_ListDeliveryCountsResponse, ListDeliveryCountsResponse__Output as _causeway_notifications_v1_ListDeliveryCountsResponse__Output } from './causeway/notifications/v1/ListDeliveryCountsResponse.ts';
import type { ListDestinationsRequest as _causeway_notifications_v1_ListDestinationsRequest, ListDestinationsRequest__Output as _causeway_notifications_v1_ListDestinationsRequest__Output } from './causeway/notifications/v1/ListDestinationsRequest.ts';
import type { ListDestinationsResponse as _causeway_notifications_v1_ListDestinationsResponse, ListDestinationsResponse__Output as _causeway_notifications_v1_ListDestinationsResponse__Output } from './causeway/notifications/v1/ListDestinationsResponse.ts';
import type { ListEventTopicRoutesRequest as _causeway_notifications_v1_ListEventTopicRoutesRequest, ListEventTopicRoutesRequest__Output as _causeway_notifications_v1_ListEventTopicRoutesRequest__Output } from './causeway/notifications/v1/ListEventTopicRoutesRequest.ts';
import type { ListEventTopicRoutesResponse as _causeway_notifications_v1_ListEventTopicRoutesResponse, ListEventTopicRoutesResponse__Output as _causeway_notifications_v1_ListEventTopicRoutesResponse__Output } from './causeway/notifications/v1/ListEventTopicRoutesResponse.ts';
import type { ListRecoveriesRequest as _causeway_notifications_v1_ListRecoveriesRequest, ListRecoveriesRequest__Output as _causeway_notifications_v1_ListRecoveriesRequest__Output } from './causeway/notifications/v1/ListRecoveriesRequest.ts';
import type { ListRecoveriesResponse as _causeway_notifications_v1_ListRecoveriesResponse, ListRecoveriesResponse__Output as _causeway_notifications_v1_ListRecoveriesResponse__Output } from './causeway/notifications/v1/ListRecoveriesResponse.ts';
import type { ListTopicDestinationRoutesRequest as _causeway_notifications_v1_ListTopicDestinationRoutesRequest, ListTopicDestinationRoutesRequest__Output as _causeway_notifications_v1_ListTopicDestinationRoutesRequest__Output } from './causeway/notifications/v1/ListTopicDestinationRoutesRequest.ts';
import type { ListTopicDestinationRoutesResponse as _causeway_notifications_v1_ListTopicDestinationRoutesResponse, ListTopicDestinationRoutesResponse__Output as _causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output } from './causeway/notifications/v1/ListTopicDestinationRoutesResponse.ts';
import type { ListTopicsRequest as _causeway_notifications_v1_ListTopicsRequest, ListTopicsRequest__Output as _causeway_notifications_v1_ListTopicsRequest__Output } from './causeway/notifications/v1/ListTopicsRequest.ts';
import type { ListTopicsResponse as _causeway_notifications_v1_ListTopicsResponse, ListTopicsResponse__Output as _causeway_notifications_v1_ListTopicsResponse__Output } from './causeway/notifications/v1/ListTopicsResponse.ts';
import type { NotificationsClient as _causeway_notifications_v1_NotificationsClient, NotificationsDefinition as _causeway_notifications_v1_NotificationsDefinition } from './causeway/notifications/v1/Notifications.ts';
import type { Recovery as _causeway_notifications_v1_Recovery, Recovery__Output as _causeway_notifications_v1_Recovery__Output } from './causeway/notifications/v1/Recovery.ts';
import type { ResendDeliveryRequest as _causeway_notifications_v1_ResendDeliveryRequest, ResendDeliveryRequest__Output as _causeway_notifications_v1_ResendDeliveryRequest__Output } from './causeway/notifications/v1/ResendDeliveryRequest.ts';
import type { ResolveDestinationsRequest as _causeway_notifications_v1_ResolveDestinationsRequest, ResolveDestinationsRequest__Output as _causeway_notifications_v1_ResolveDestinationsRequest__Output } from './causeway/notifications/v1/ResolveDestinationsRequest.ts';
import type { ResolveDestinationsResponse as _causeway_notifications_v1_ResolveDestinationsResponse, ResolveDestinationsResponse__Output as _causeway_notifications_v1_ResolveDestinationsResponse__Output } from './causeway/notifications/v1/ResolveDestinationsResponse.ts';
import type { ResolvedDestination as _causeway_notifications_v1_ResolvedDestination, ResolvedDestination__Output as _causeway_notifications_v1_ResolvedDestination__Output } from './causeway/notifications/v1/ResolvedDestination.ts';
import type { StartDestinationDeletionRequest as _causeway_notifications_v1_StartDestinationDeletionRequest, StartDestinationDeletionRequest__Output as _causeway_notifications_v1_StartDestinationDeletionRequest__Output } from './causeway/notifications/v1/StartDestinationDeletionRequest.ts';
import type { StartRecoveryRequest as _causeway_notifications_v1_StartRecoveryRequest, StartRecoveryRequest__Output as _causeway_notifications_v1_StartRecoveryRequest__Output } from './causeway/notifications/v1/StartRecoveryRequest.ts';
import type { TestDestinationRequest as _causeway_notifications_v1_TestDestinationRequest, TestDestinationRequest__Output as _causeway_notifications_v1_TestDestinationRequest__Output } from './causeway/notifications/v1/TestDestinationRequest.ts';
import type { Topic as _causeway_notifications_v1_Topic, Topic__Output as _causeway_notifications_v1_Topic__Output } from './causeway/notifications/v1/Topic.ts';
import type { TopicDestinationRoute as _causeway_notifications_v1_TopicDestinationRoute, TopicDestinationRoute__Output as _causeway_notifications_v1_TopicDestinationRoute__Output } from './causeway/notifications/v1/TopicDestinationRoute.ts';
import type { UpdateDestinationRequest as _causeway_notifications_v1_UpdateDestinationRequest, UpdateDestinationRequest__Output as _causeway_notifications_v1_UpdateDestinationRequest__Output } from './causeway/notifications/v1/UpdateDestinationRequest.ts';
import type { UpdateTopicRequest as _causeway_notifications_v1_UpdateTopicRequest, UpdateTopicRequest__Output as _causeway_notifications_v1_UpdateTopicRequest__Output } from './causeway/notifications/v1/UpdateTopicRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    notifications: {
      v1: {
        Backlog: MessageTypeDefinition<_causeway_notifications_v1_Backlog, _causeway_notifications_v1_Backlog__Output>
        CancelDestinationDeletionRequest: MessageTypeDefinition<_causeway_notifications_v1_CancelDestinationDeletionRequest, _causeway_notifications_v1_CancelDestinationDeletionRequest__Output>
        CreateDestinationRequest: MessageTypeDefinition<_causeway_notifications_v1_CreateDestinationRequest, _causeway_notifications_v1_CreateDestinationRequest__Output>
        CreateEventTopicRouteRequest: MessageTypeDefinition<_causeway_notifications_v1_CreateEventTopicRouteRequest, _causeway_notifications_v1_CreateEventTopicRouteRequest__Output>
        CreateTopicDestinationRouteRequest: MessageTypeDefinition<_causeway_notifications_v1_CreateTopicDestinationRouteRequest, _causeway_notifications_v1_CreateTopicDestinationRouteRequest__Output>
        CreateTopicRequest: MessageTypeDefinition<_causeway_notifications_v1_CreateTopicRequest, _causeway_notifications_v1_CreateTopicRequest__Output>
        DeleteDestinationRequest: MessageTypeDefinition<_causeway_notifications_v1_DeleteDestinationRequest, _causeway_notifications_v1_DeleteDestinationRequest__Output>
        DeleteRouteRequest: MessageTypeDefinition<_causeway_notifications_v1_DeleteRouteRequest, _causeway_notifications_v1_DeleteRouteRequest__Output>
        DeleteTopicRequest: MessageTypeDefinition<_causeway_notifications_v1_DeleteTopicRequest, _causeway_notifications_v1_DeleteTopicRequest__Output>
        Delivery: MessageTypeDefinition<_causeway_notifications_v1_Delivery, _causeway_notifications_v1_Delivery__Output>
        DeliveryAttempt: MessageTypeDefinition<_causeway_notifications_v1_DeliveryAttempt, _causeway_notifications_v1_DeliveryAttempt__Output>
        DeliveryCounts: MessageTypeDefinition<_causeway_notifications_v1_DeliveryCounts, _causeway_notifications_v1_DeliveryCounts__Output>
        Destination: MessageTypeDefinition<_causeway_notifications_v1_Destination, _causeway_notifications_v1_Destination__Output>
        DestinationDeletion: MessageTypeDefinition<_causeway_notifications_v1_DestinationDeletion, _causeway_notifications_v1_DestinationDeletion__Output>
        DestinationTest: MessageTypeDefinition<_causeway_notifications_v1_DestinationTest, _causeway_notifications_v1_DestinationTest__Output>
        Empty: MessageTypeDefinition<_causeway_notifications_v1_Empty, _causeway_notifications_v1_Empty__Output>
        EventTopicRoute: MessageTypeDefinition<_causeway_notifications_v1_EventTopicRoute, _causeway_notifications_v1_EventTopicRoute__Output>
        GetDeliveryRequest: MessageTypeDefinition<_causeway_notifications_v1_GetDeliveryRequest, _causeway_notifications_v1_GetDeliveryRequest__Output>
        GetDestinationRequest: MessageTypeDefinition<_causeway_notifications_v1_GetDestinationRequest, _causeway_notifications_v1_GetDestinationRequest__Output>
        GetRecoveryRequest: MessageTypeDefinition<_causeway_notifications_v1_GetRecoveryRequest, _causeway_notifications_v1_GetRecoveryRequest__Output>
        ListBacklogsRequest: MessageTypeDefinition<_causeway_notifications_v1_ListBacklogsRequest, _causeway_notifications_v1_ListBacklogsRequest__Output>
        ListBacklogsResponse: MessageTypeDefinition<_causeway_notifications_v1_ListBacklogsResponse, _causeway_notifications_v1_ListBacklogsResponse__Output>
        ListCountsRequest: MessageTypeDefinition<_causeway_notifications_v1_ListCountsRequest, _causeway_notifications_v1_ListCountsRequest__Output>
        ListDeliveriesRequest: MessageTypeDefinition<_causeway_notifications_v1_ListDeliveriesRequest, _causeway_notifications_v1_ListDeliveriesRequest__Output>
        ListDeliveriesResponse: MessageTypeDefinition<_causeway_notifications_v1_ListDeliveriesResponse, _causeway_notifications_v1_ListDeliveriesResponse__Output>
        ListDeliveryCountsResponse: MessageTypeDefinition<_causeway_notifications_v1_ListDeliveryCountsResponse, _causeway_notifications_v1_ListDeliveryCountsResponse__Output>
        ListDestinationsRequest: MessageTypeDefinition<_causeway_notifications_v1_ListDestinationsRequest, _causeway_notifications_v1_ListDestinationsRequest__Output>
        ListDestinationsResponse: MessageTypeDefinition<_causeway_notifications_v1_ListDestinationsResponse, _causeway_notifications_v1_ListDestinationsResponse__Output>
        ListEventTopicRoutesRequest: MessageTypeDefinition<_causeway_notifications_v1_ListEventTopicRoutesRequest, _causeway_notifications_v1_ListEventTopicRoutesRequest__Output>
        ListEventTopicRoutesResponse: MessageTypeDefinition<_causeway_notifications_v1_ListEventTopicRoutesResponse, _causeway_notifications_v1_ListEventTopicRoutesResponse__Output>
        ListRecoveriesRequest: MessageTypeDefinition<_causeway_notifications_v1_ListRecoveriesRequest, _causeway_notifications_v1_ListRecoveriesRequest__Output>
        ListRecoveriesResponse: MessageTypeDefinition<_causeway_notifications_v1_ListRecoveriesResponse, _causeway_notifications_v1_ListRecoveriesResponse__Output>
        ListTopicDestinationRoutesRequest: MessageTypeDefinition<_causeway_notifications_v1_ListTopicDestinationRoutesRequest, _causeway_notifications_v1_ListTopicDestinationRoutesRequest__Output>
        ListTopicDestinationRoutesResponse: MessageTypeDefinition<_causeway_notifications_v1_ListTopicDestinationRoutesResponse, _causeway_notifications_v1_ListTopicDestinationRoutesResponse__Output>
        ListTopicsRequest: MessageTypeDefinition<_causeway_notifications_v1_ListTopicsRequest, _causeway_notifications_v1_ListTopicsRequest__Output>
        ListTopicsResponse: MessageTypeDefinition<_causeway_notifications_v1_ListTopicsResponse, _causeway_notifications_v1_ListTopicsResponse__Output>
        /**
         * What is sent to whom. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
         * Lists are paged, newest first, each page well below gRPC's 4 MiB. The last page has an empty next_page_token.
         */
        Notifications: SubtypeConstructor<typeof grpc.Client, _causeway_notifications_v1_NotificationsClient> & { service: _causeway_notifications_v1_NotificationsDefinition }
        Recovery: MessageTypeDefinition<_causeway_notifications_v1_Recovery, _causeway_notifications_v1_Recovery__Output>
        ResendDeliveryRequest: MessageTypeDefinition<_causeway_notifications_v1_ResendDeliveryRequest, _causeway_notifications_v1_ResendDeliveryRequest__Output>
        ResolveDestinationsRequest: MessageTypeDefinition<_causeway_notifications_v1_ResolveDestinationsRequest, _causeway_notifications_v1_ResolveDestinationsRequest__Output>
        ResolveDestinationsResponse: MessageTypeDefinition<_causeway_notifications_v1_ResolveDestinationsResponse, _causeway_notifications_v1_ResolveDestinationsResponse__Output>
        ResolvedDestination: MessageTypeDefinition<_causeway_notifications_v1_ResolvedDestination, _causeway_notifications_v1_ResolvedDestination__Output>
        StartDestinationDeletionRequest: MessageTypeDefinition<_causeway_notifications_v1_StartDestinationDeletionRequest, _causeway_notifications_v1_StartDestinationDeletionRequest__Output>
        StartRecoveryRequest: MessageTypeDefinition<_causeway_notifications_v1_StartRecoveryRequest, _causeway_notifications_v1_StartRecoveryRequest__Output>
        TestDestinationRequest: MessageTypeDefinition<_causeway_notifications_v1_TestDestinationRequest, _causeway_notifications_v1_TestDestinationRequest__Output>
        Topic: MessageTypeDefinition<_causeway_notifications_v1_Topic, _causeway_notifications_v1_Topic__Output>
        TopicDestinationRoute: MessageTypeDefinition<_causeway_notifications_v1_TopicDestinationRoute, _causeway_notifications_v1_TopicDestinationRoute__Output>
        UpdateDestinationRequest: MessageTypeDefinition<_causeway_notifications_v1_UpdateDestinationRequest, _causeway_notifications_v1_UpdateDestinationRequest__Output>
        UpdateTopicRequest: MessageTypeDefinition<_causeway_notifications_v1_UpdateTopicRequest, _causeway_notifications_v1_UpdateTopicRequest__Output>
      }
    }
  }
}

