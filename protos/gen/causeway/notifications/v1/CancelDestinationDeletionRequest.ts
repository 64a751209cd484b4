// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface CancelDestinationDeletionRequest {
  'projectId'?: (string);
  'destinationId'?: (string);
  'generation'?: (number | string | Long);
}

export interface CancelDestinationDeletionRequest__Output {
  'projectId': (string);
  'destinationId': (string);
  'generation': (number);
}
