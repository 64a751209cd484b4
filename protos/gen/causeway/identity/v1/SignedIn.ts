// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A console session has begun. The secret belongs into the cookie alone.
 */
export interface SignedIn {
  'secret'?: (string);
  'expireTime'?: (number | string | Long);
}

/**
 * A console session has begun. The secret belongs into the cookie alone.
 */
export interface SignedIn__Output {
  'secret': (string);
  'expireTime': (number);
}
