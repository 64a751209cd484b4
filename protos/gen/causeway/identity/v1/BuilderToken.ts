// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface BuilderToken {
  'token'?: (string);
  'expireTime'?: (number | string | Long);
  'builderId'?: (string);
}

export interface BuilderToken__Output {
  'token': (string);
  'expireTime': (number);
  'builderId': (string);
}
