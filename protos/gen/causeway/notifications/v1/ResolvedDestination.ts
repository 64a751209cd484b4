// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolvedDestination {
  /**
   * As asked.
   */
  'name'?: (string);
  /**
   * Empty when there is no such destination.
   */
  'id'?: (string);
  /**
   * active, disabled, deleting; empty when there is no such destination.
   */
  'status'?: (string);
  /**
   * Counts the marks so far. A resolution that is older than a mark is refused where it would be stored.
   */
  'generation'?: (number | string | Long);
  /**
   * A similar name, for a name that no destination has.
   */
  'suggestion'?: (string);
}

export interface ResolvedDestination__Output {
  /**
   * As asked.
   */
  'name': (string);
  /**
   * Empty when there is no such destination.
   */
  'id': (string);
  /**
   * active, disabled, deleting; empty when there is no such destination.
   */
  'status': (string);
  /**
   * Counts the marks so far. A resolution that is older than a mark is refused where it would be stored.
   */
  'generation': (number);
  /**
   * A similar name, for a name that no destination has.
   */
  'suggestion': (string);
}
