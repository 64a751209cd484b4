// Original file: protos/writes/v1/writes.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Slots of `step`: 5m, 1h (also when empty) or 1d.
 */
export interface ListCountsRequest {
  'projectId'?: (string);
  /**
   * 0: 24 hours before `until`.
   */
  'since'?: (number | string | Long);
  /**
   * 0: now.
   */
  'until'?: (number | string | Long);
  'step'?: (string);
}

/**
 * Slots of `step`: 5m, 1h (also when empty) or 1d.
 */
export interface ListCountsRequest__Output {
  'projectId': (string);
  /**
   * 0: 24 hours before `until`.
   */
  'since': (number);
  /**
   * 0: now.
   */
  'until': (number);
  'step': (string);
}
