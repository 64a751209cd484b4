// Original file: protos/versions/v1/versions.proto

import type { Long } from '@grpc/proto-loader';

export interface Version {
  'version'?: (number | string | Long);
}

export interface Version__Output {
  'version': (number);
}
