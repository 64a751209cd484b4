// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface Group {
  'groupRef'?: (string);
  'groupName'?: (string);
  'projectId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Group__Output {
  'groupRef': (string);
  'groupName': (string);
  'projectId': (string);
  'createTime': (number);
  'updateTime': (number);
}
