// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface HealthReason {
  /**
   * One of services/installation/health/health.ts.
   */
  'code'?: (string);
  /**
   * error or warning; an installation is unhealthy exactly when one of its reasons is an error.
   */
  'level'?: (string);
  'detail'?: (string);
  /**
   * Unix ms.
   */
  'since'?: (number | string | Long);
  /**
   * Native name; empty when the reason concerns the whole installation.
   */
  'objectName'?: (string);
  /**
   * The destination that it is about; empty for none that exists.
   */
  'destinationId'?: (string);
}

export interface HealthReason__Output {
  /**
   * One of services/installation/health/health.ts.
   */
  'code': (string);
  /**
   * error or warning; an installation is unhealthy exactly when one of its reasons is an error.
   */
  'level': (string);
  'detail': (string);
  /**
   * Unix ms.
   */
  'since': (number);
  /**
   * Native name; empty when the reason concerns the whole installation.
   */
  'objectName': (string);
  /**
   * The destination that it is about; empty for none that exists.
   */
  'destinationId': (string);
}
