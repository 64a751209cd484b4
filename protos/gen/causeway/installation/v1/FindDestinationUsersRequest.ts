// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface FindDestinationUsersRequest {
  'projectId'?: (string);
  'destinationId'?: (string);
  /**
   * Current and former names, for revisions and configs of 0.1.0, which hold names only.
   */
  'names'?: (string)[];
  /**
   * Of the mark; 0 when nothing is being deleted, and somebody only asks.
   */
  'generation'?: (number | string | Long);
}

export interface FindDestinationUsersRequest__Output {
  'projectId': (string);
  'destinationId': (string);
  /**
   * Current and former names, for revisions and configs of 0.1.0, which hold names only.
   */
  'names': (string)[];
  /**
   * Of the mark; 0 when nothing is being deleted, and somebody only asks.
   */
  'generation': (number);
}
