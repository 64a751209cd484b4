// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Org {
  'id'?: (string);
  'label'?: (string);
  'defaultTeamId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Org__Output {
  'id': (string);
  'label': (string);
  'defaultTeamId': (string);
  'createTime': (number);
  'updateTime': (number);
}
