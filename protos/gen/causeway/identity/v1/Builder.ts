// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Builder {
  'id'?: (string);
  'idpProvider'?: (string);
  'idpRef'?: (string);
  'firstName'?: (string);
  'lastName'?: (string);
  'primaryEmail'?: (string);
  'createTime'?: (number | string | Long);
  /**
   * As a member of the org that the request names; empty elsewhere.
   */
  'role'?: (string);
}

export interface Builder__Output {
  'id': (string);
  'idpProvider': (string);
  'idpRef': (string);
  'firstName': (string);
  'lastName': (string);
  'primaryEmail': (string);
  'createTime': (number);
  /**
   * As a member of the org that the request names; empty elsewhere.
   */
  'role': (string);
}
