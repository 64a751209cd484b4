// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface Consumer {
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'projectId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Consumer__Output {
  'consumerRef': (string);
  'consumerName': (string);
  'projectId': (string);
  'createTime': (number);
  'updateTime': (number);
}
