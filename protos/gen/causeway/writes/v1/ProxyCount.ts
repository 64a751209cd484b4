// Original file: protos/writes/v1/writes.proto

import type { Long } from '@grpc/proto-loader';

export interface ProxyCount {
  'provider'?: (string);
  /**
   * Of the provider's answer, or of the problem when it did not answer.
   */
  'status'?: (number);
  'requests'?: (number | string | Long);
}

export interface ProxyCount__Output {
  'provider': (string);
  /**
   * Of the provider's answer, or of the problem when it did not answer.
   */
  'status': (number);
  'requests': (number);
}
