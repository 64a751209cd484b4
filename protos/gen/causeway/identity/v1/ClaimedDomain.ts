// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ClaimedDomain {
  'id'?: (string);
  'orgId'?: (string);
  'domain'?: (string);
  /**
   * The TXT record that proves the claim, and its value.
   */
  'recordName'?: (string);
  'token'?: (string);
  'createTime'?: (number | string | Long);
  /**
   * 0 until the claim is proven.
   */
  'proveTime'?: (number | string | Long);
}

export interface ClaimedDomain__Output {
  'id': (string);
  'orgId': (string);
  'domain': (string);
  /**
   * The TXT record that proves the claim, and its value.
   */
  'recordName': (string);
  'token': (string);
  'createTime': (number);
  /**
   * 0 until the claim is proven.
   */
  'proveTime': (number);
}
