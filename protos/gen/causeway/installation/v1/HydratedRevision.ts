// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface HydratedRevision {
  'id'?: (string);
  'specVersion'?: (string);
  'createTime'?: (number | string | Long);
  'contentJson'?: (string);
}

export interface HydratedRevision__Output {
  'id': (string);
  'specVersion': (string);
  'createTime': (number);
  'contentJson': (string);
}
