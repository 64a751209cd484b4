// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  /**
   * Of the mark; 0 from a gateway of 0.1.0, which sets no mark.
   */
  'generation'?: (number | string | Long);
}

export interface DeleteDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  /**
   * Of the mark; 0 from a gateway of 0.1.0, which sets no mark.
   */
  'generation': (number);
}
