// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface IssueBuilderTokenRequest {
  'builderId'?: (string);
  'lifetimeMillis'?: (number | string | Long);
}

export interface IssueBuilderTokenRequest__Output {
  'builderId': (string);
  'lifetimeMillis': (number);
}
