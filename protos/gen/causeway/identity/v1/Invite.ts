// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Invite {
  'id'?: (string);
  'orgId'?: (string);
  'invitedEmail'?: (string);
  /**
   * pending, accepted, revoked or expired.
   */
  'status'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Invite__Output {
  'id': (string);
  'orgId': (string);
  'invitedEmail': (string);
  /**
   * pending, accepted, revoked or expired.
   */
  'status': (string);
  'createTime': (number);
  'updateTime': (number);
}
