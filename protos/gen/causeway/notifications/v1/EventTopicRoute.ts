// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface EventTopicRoute {
  'id'?: (string);
  'projectId'?: (string);
  'eventType'?: (string);
  'topicId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface EventTopicRoute__Output {
  'id': (string);
  'projectId': (string);
  'eventType': (string);
  'topicId': (string);
  'createTime': (number);
  'updateTime': (number);
}
