// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface Backlog {
  'destinationId'?: (string);
  /**
   * Messages that are sent, or sent again, when it is their turn.
   */
  'waiting'?: (number | string | Long);
  /**
   * Messages that wait for the destination to be active again.
   */
  'held'?: (number | string | Long);
  /**
   * A count stopped there; there are more.
   */
  'isMore'?: (boolean);
  /**
   * When the oldest of them was created.
   */
  'oldestTime'?: (number | string | Long);
}

export interface Backlog__Output {
  'destinationId': (string);
  /**
   * Messages that are sent, or sent again, when it is their turn.
   */
  'waiting': (number);
  /**
   * Messages that wait for the destination to be active again.
   */
  'held': (number);
  /**
   * A count stopped there; there are more.
   */
  'isMore': (boolean);
  /**
   * When the oldest of them was created.
   */
  'oldestTime': (number);
}
