// Original file: protos/notifications/v1/notifications.proto

import type { EventTopicRoute as _causeway_notifications_v1_EventTopicRoute, EventTopicRoute__Output as _causeway_notifications_v1_EventTopicRoute__Output } from '../../../causeway/notifications/v1/EventTopicRoute.ts';

export interface ListEventTopicRoutesResponse {
  'routes'?: (_causeway_notifications_v1_EventTopicRoute)[];
  'nextPageToken'?: (string);
}

export interface ListEventTopicRoutesResponse__Output {
  'routes': (_causeway_notifications_v1_EventTopicRoute__Output)[];
  'nextPageToken': (string);
}
