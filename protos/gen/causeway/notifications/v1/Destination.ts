// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface Destination {
  'id'?: (string);
  'projectId'?: (string);
  'name'?: (string);
  'type'?: (string);
  'metadataJson'?: (string);
  /**
   * Only on request.
   */
  'webhookSigningKey'?: (string);
  /**
   * active, disabled.
   */
  'status'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * Consecutive failures and when they began; 0 when the last delivery succeeded.
   */
  'failures'?: (number | string | Long);
  'failingSince'?: (number | string | Long);
  /**
   * While the circuit breaker is open, when the next delivery probes the destination; otherwise 0.
   */
  'suspendedUntil'?: (number | string | Long);
  /**
   * ok, failing or disabled, and since when; 0 for ok, and where it is unknown.
   */
  'health'?: (string);
  'healthSince'?: (number | string | Long);
  /**
   * Of a failing one: the last failed attempt; 0 without an answer.
   */
  'lastStatus'?: (number);
  'lastError'?: (string);
  /**
   * Of a disabled one: requested, gone or failures; empty where it is unknown.
   */
  'disabledReason'?: (string);
  /**
   * Of one that failures disabled: when it is probed next. Unix ms; 0 when it is not probed.
   */
  'nextProbeTime'?: (number | string | Long);
}

export interface Destination__Output {
  'id': (string);
  'projectId': (string);
  'name': (string);
  'type': (string);
  'metadataJson': (string);
  /**
   * Only on request.
   */
  'webhookSigningKey': (string);
  /**
   * active, disabled.
   */
  'status': (string);
  'createTime': (number);
  'updateTime': (number);
  /**
   * Consecutive failures and when they began; 0 when the last delivery succeeded.
   */
  'failures': (number);
  'failingSince': (number);
  /**
   * While the circuit breaker is open, when the next delivery probes the destination; otherwise 0.
   */
  'suspendedUntil': (number);
  /**
   * ok, failing or disabled, and since when; 0 for ok, and where it is unknown.
   */
  'health': (string);
  'healthSince': (number);
  /**
   * Of a failing one: the last failed attempt; 0 without an answer.
   */
  'lastStatus': (number);
  'lastError': (string);
  /**
   * Of a disabled one: requested, gone or failures; empty where it is unknown.
   */
  'disabledReason': (string);
  /**
   * Of one that failures disabled: when it is probed next. Unix ms; 0 when it is not probed.
   */
  'nextProbeTime': (number);
}
