// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface DestinationTest {
  /**
   * The webhook-id of the test message.
   */
  'messageId'?: (string);
  /**
   * The receiver took it, as it would take a delivery.
   */
  'isAccepted'?: (boolean);
  'startTime'?: (number | string | Long);
  'latencyMs'?: (number | string | Long);
  /**
   * 0 without an answer.
   */
  'status'?: (number);
  /**
   * Why there was no answer.
   */
  'error'?: (string);
  /**
   * Its beginning, without secrets.
   */
  'answer'?: (string);
}

export interface DestinationTest__Output {
  /**
   * The webhook-id of the test message.
   */
  'messageId': (string);
  /**
   * The receiver took it, as it would take a delivery.
   */
  'isAccepted': (boolean);
  'startTime': (number);
  'latencyMs': (number);
  /**
   * 0 without an answer.
   */
  'status': (number);
  /**
   * Why there was no answer.
   */
  'error': (string);
  /**
   * Its beginning, without secrets.
   */
  'answer': (string);
}
