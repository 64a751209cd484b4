// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface IssueConnectKeyRequest {
  'projectId'?: (string);
  'sessionId'?: (string);
  'sessionExpireTime'?: (number | string | Long);
  'groupRef'?: (string);
  'consumerRef'?: (string);
  /**
   * One of the two.
   */
  'integrationId'?: (string);
  'provider'?: (string);
}

export interface IssueConnectKeyRequest__Output {
  'projectId': (string);
  'sessionId': (string);
  'sessionExpireTime': (number);
  'groupRef': (string);
  'consumerRef': (string);
  /**
   * One of the two.
   */
  'integrationId': (string);
  'provider': (string);
}
