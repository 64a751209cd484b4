// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface DeliveryAttempt {
  'number'?: (number);
  'startTime'?: (number | string | Long);
  'latencyMs'?: (number | string | Long);
  /**
   * 0 without an answer.
   */
  'status'?: (number);
  'error'?: (string);
  /**
   * Its beginning, without secrets.
   */
  'answer'?: (string);
}

export interface DeliveryAttempt__Output {
  'number': (number);
  'startTime': (number);
  'latencyMs': (number);
  /**
   * 0 without an answer.
   */
  'status': (number);
  'error': (string);
  /**
   * Its beginning, without secrets.
   */
  'answer': (string);
}
