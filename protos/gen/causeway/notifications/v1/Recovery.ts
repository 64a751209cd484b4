// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface Recovery {
  'id'?: (string);
  'projectId'?: (string);
  'destinationId'?: (string);
  /**
   * running, finished, cancelled.
   */
  'state'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
  /**
   * Messages; `found` is `released` and `without_body` together.
   */
  'found'?: (number | string | Long);
  'released'?: (number | string | Long);
  'delivered'?: (number | string | Long);
  'withoutBody'?: (number | string | Long);
  'createTime'?: (number | string | Long);
  /**
   * 0 while it is running.
   */
  'endTime'?: (number | string | Long);
}

export interface Recovery__Output {
  'id': (string);
  'projectId': (string);
  'destinationId': (string);
  /**
   * running, finished, cancelled.
   */
  'state': (string);
  'since': (number);
  'until': (number);
  /**
   * Messages; `found` is `released` and `without_body` together.
   */
  'found': (number);
  'released': (number);
  'delivered': (number);
  'withoutBody': (number);
  'createTime': (number);
  /**
   * 0 while it is running.
   */
  'endTime': (number);
}
