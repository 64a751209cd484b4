// Original file: protos/notifications/v1/notifications.proto

import type { Topic as _causeway_notifications_v1_Topic, Topic__Output as _causeway_notifications_v1_Topic__Output } from '../../../causeway/notifications/v1/Topic.ts';

export interface ListTopicsResponse {
  'topics'?: (_causeway_notifications_v1_Topic)[];
  'nextPageToken'?: (string);
}

export interface ListTopicsResponse__Output {
  'topics': (_causeway_notifications_v1_Topic__Output)[];
  'nextPageToken': (string);
}
