// Original file: protos/reads/v1/reads.proto

import type { Long } from '@grpc/proto-loader';

export interface Schedule {
  'objectName'?: (string);
  'mappedObjectName'?: (string);
  /**
   * Empty when the object is only read by trigger.
   */
  'cron'?: (string);
  /**
   * armed, paused or idle.
   */
  'state'?: (string);
  /**
   * asked, failures, refusals, dropped.
   */
  'pauseCauses'?: (string)[];
  'pauseNote'?: (string);
  /**
   * Scheduled reads that failed in a row.
   */
  'failures'?: (number);
  /**
   * Unix ms, soonest first.
   */
  'nextStarts'?: (number | string | Long)[];
}

export interface Schedule__Output {
  'objectName': (string);
  'mappedObjectName': (string);
  /**
   * Empty when the object is only read by trigger.
   */
  'cron': (string);
  /**
   * armed, paused or idle.
   */
  'state': (string);
  /**
   * asked, failures, refusals, dropped.
   */
  'pauseCauses': (string)[];
  'pauseNote': (string);
  /**
   * Scheduled reads that failed in a row.
   */
  'failures': (number);
  /**
   * Unix ms, soonest first.
   */
  'nextStarts': (number)[];
}
