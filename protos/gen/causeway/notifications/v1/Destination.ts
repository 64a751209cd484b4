// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface Destination {
  'id'?: (string);
  'projectId'?: (string);
  'name'?: (string);
  'type'?: (string);
  'metadataJson'?: (string);
  /**
   * Only on request.
   */
  'webhookSigningKey'?: (string);
  /**
   * active, disabled.
   */
  'status'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface Destination__Output {
  'id': (string);
  'projectId': (string);
  'name': (string);
  'type': (string);
  'metadataJson': (string);
  /**
   * Only on request.
   */
  'webhookSigningKey': (string);
  /**
   * active, disabled.
   */
  'status': (string);
  'createTime': (number);
  'updateTime': (number);
}
