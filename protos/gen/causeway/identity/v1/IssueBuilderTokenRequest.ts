// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface IssueBuilderTokenRequest {
  /**
   * One of builder_id and email.
   */
  'builderId'?: (string);
  'lifetimeMillis'?: (number | string | Long);
  'email'?: (string);
  'firstName'?: (string);
  'lastName'?: (string);
  /**
   * The token then does not vouch for the address.
   */
  'isEmailUnverified'?: (boolean);
}

export interface IssueBuilderTokenRequest__Output {
  /**
   * One of builder_id and email.
   */
  'builderId': (string);
  'lifetimeMillis': (number);
  'email': (string);
  'firstName': (string);
  'lastName': (string);
  /**
   * The token then does not vouch for the address.
   */
  'isEmailUnverified': (boolean);
}
