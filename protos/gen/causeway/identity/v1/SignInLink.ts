// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface SignInLink {
  'token'?: (string);
  'expireTime'?: (number | string | Long);
}

export interface SignInLink__Output {
  'token': (string);
  'expireTime': (number);
}
