// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface JwtKey {
  /**
   * The `kid` of the key's tokens.
   */
  'id'?: (string);
  'projectId'?: (string);
  'label'?: (string);
  'publicKeyPem'?: (string);
  'active'?: (boolean);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface JwtKey__Output {
  /**
   * The `kid` of the key's tokens.
   */
  'id': (string);
  'projectId': (string);
  'label': (string);
  'publicKeyPem': (string);
  'active': (boolean);
  'createTime': (number);
  'updateTime': (number);
}
