// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ConnectKey {
  'token'?: (string);
  'expireTime'?: (number | string | Long);
}

export interface ConnectKey__Output {
  'token': (string);
  'expireTime': (number);
}
