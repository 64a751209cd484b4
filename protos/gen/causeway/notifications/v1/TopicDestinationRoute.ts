// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface TopicDestinationRoute {
  'id'?: (string);
  'projectId'?: (string);
  'topicId'?: (string);
  'destinationId'?: (string);
  'createTime'?: (number | string | Long);
}

export interface TopicDestinationRoute__Output {
  'id': (string);
  'projectId': (string);
  'topicId': (string);
  'destinationId': (string);
  'createTime': (number);
}
