// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface StartRecoveryRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  /**
   * Of messages that were created at `since` or later and before `until`; 0: now.
   */
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
}

export interface StartRecoveryRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  /**
   * Of messages that were created at `since` or later and before `until`; 0: now.
   */
  'since': (number);
  'until': (number);
}
