// Original file: protos/notifications/v1/notifications.proto

import type { TopicDestinationRoute as _causeway_notifications_v1_TopicDestinationRoute, TopicDestinationRoute__Output as _causeway_notifications_v1_TopicDestinationRoute__Output } from '../../../causeway/notifications/v1/TopicDestinationRoute.ts';

export interface ListTopicDestinationRoutesResponse {
  'routes'?: (_causeway_notifications_v1_TopicDestinationRoute)[];
  'nextPageToken'?: (string);
}

export interface ListTopicDestinationRoutesResponse__Output {
  'routes': (_causeway_notifications_v1_TopicDestinationRoute__Output)[];
  'nextPageToken': (string);
}
