// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface ConnectSession {
  'id'?: (string);
  'projectId'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'integrationId'?: (string);
  'provider'?: (string);
  'returnUrl'?: (string);
  /**
   * created, opened, connected, disconnected, cancelled or expired.
   */
  'status'?: (string);
  'connectionId'?: (string);
  'installationId'?: (string);
  'createTime'?: (number | string | Long);
  'expireTime'?: (number | string | Long);
  'fieldMappingJson'?: (string);
}

export interface ConnectSession__Output {
  'id': (string);
  'projectId': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'integrationId': (string);
  'provider': (string);
  'returnUrl': (string);
  /**
   * created, opened, connected, disconnected, cancelled or expired.
   */
  'status': (string);
  'connectionId': (string);
  'installationId': (string);
  'createTime': (number);
  'expireTime': (number);
  'fieldMappingJson': (string);
}
