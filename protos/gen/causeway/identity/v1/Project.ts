// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Project {
  'id'?: (string);
  'name'?: (string);
  'appName'?: (string);
  'orgId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Project__Output {
  'id': (string);
  'name': (string);
  'appName': (string);
  'orgId': (string);
  'createTime': (number);
  'updateTime': (number);
}
