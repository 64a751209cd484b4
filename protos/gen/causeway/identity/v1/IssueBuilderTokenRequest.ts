// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface IssueBuilderTokenRequest {
  /**
   * Either builder_id or email.
   */
  'builderId'?: (string);
  'lifetimeMs'?: (number | string | Long);
  'email'?: (string);
  'firstName'?: (string);
  'lastName'?: (string);
  /**
   * The token then has email_verified false.
   */
  'isEmailUnverified'?: (boolean);
}

export interface IssueBuilderTokenRequest__Output {
  /**
   * Either builder_id or email.
   */
  'builderId': (string);
  'lifetimeMs': (number);
  'email': (string);
  'firstName': (string);
  'lastName': (string);
  /**
   * The token then has email_verified false.
   */
  'isEmailUnverified': (boolean);
}
