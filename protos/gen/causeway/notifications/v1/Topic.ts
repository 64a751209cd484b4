// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface Topic {
  'id'?: (string);
  'projectId'?: (string);
  'name'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Topic__Output {
  'id': (string);
  'projectId': (string);
  'name': (string);
  'createTime': (number);
  'updateTime': (number);
}
