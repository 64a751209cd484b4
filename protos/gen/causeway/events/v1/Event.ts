// Original file: protos/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface Event {
  'id'?: (string);
  'type'?: (string);
  'projectId'?: (string);
  /**
   * Unix milliseconds.
   */
  'time'?: (number | string | Long);
  'payloadJson'?: (string);
  /**
   * W3C traceparent of the span in which it happened; empty for none.
   */
  'traceparent'?: (string);
}

export interface Event__Output {
  'id': (string);
  'type': (string);
  'projectId': (string);
  /**
   * Unix milliseconds.
   */
  'time': (number);
  'payloadJson': (string);
  /**
   * W3C traceparent of the span in which it happened; empty for none.
   */
  'traceparent': (string);
}
