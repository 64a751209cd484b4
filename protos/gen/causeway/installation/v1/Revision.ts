// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface Revision {
  'id'?: (string);
  'specVersion'?: (string);
  'createTime'?: (number | string | Long);
  'contentJson'?: (string);
}

export interface Revision__Output {
  'id': (string);
  'specVersion': (string);
  'createTime': (number);
  'contentJson': (string);
}
