// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface DestinationDeletion {
  'destinationId'?: (string);
  /**
   * Current name first, then former names.
   */
  'names'?: (string)[];
  'generation'?: (number | string | Long);
}

export interface DestinationDeletion__Output {
  'destinationId': (string);
  /**
   * Current name first, then former names.
   */
  'names': (string)[];
  'generation': (number);
}
