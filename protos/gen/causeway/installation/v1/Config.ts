// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface Config {
  'id'?: (string);
  'revisionId'?: (string);
  'createTime'?: (number | string | Long);
  'createdBy'?: (string);
  'contentJson'?: (string);
}

export interface Config__Output {
  'id': (string);
  'revisionId': (string);
  'createTime': (number);
  'createdBy': (string);
  'contentJson': (string);
}
