// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolvedDestination {
  'name'?: (string);
  /**
   * Empty when there is no such destination.
   */
  'id'?: (string);
  /**
   * active, disabled, deleting; empty when there is no such destination.
   */
  'status'?: (string);
  'generation'?: (number | string | Long);
  'suggestion'?: (string);
}

export interface ResolvedDestination__Output {
  'name': (string);
  /**
   * Empty when there is no such destination.
   */
  'id': (string);
  /**
   * active, disabled, deleting; empty when there is no such destination.
   */
  'status': (string);
  'generation': (number);
  'suggestion': (string);
}
