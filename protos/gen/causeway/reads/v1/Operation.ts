// Original file: protos/reads/v1/reads.proto

import type { Long } from '@grpc/proto-loader';

export interface Operation {
  'id'?: (string);
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  'configId'?: (string);
  /**
   * read (write and subscribe in later issues).
   */
  'actionType'?: (string);
  /**
   * success, failure, in_progress.
   */
  'status'?: (string);
  'result'?: (string);
  'objects'?: (string)[];
  'recordsProcessed'?: (number | string | Long);
  /**
   * -1 when the provider names no total.
   */
  'recordsEstimatedTotal'?: (number | string | Long);
  'attempts'?: (number);
  'lastAttemptTime'?: (number | string | Long);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * backfill, scheduled, triggered.
   */
  'readType'?: (string);
}

export interface Operation__Output {
  'id': (string);
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  'configId': (string);
  /**
   * read (write and subscribe in later issues).
   */
  'actionType': (string);
  /**
   * success, failure, in_progress.
   */
  'status': (string);
  'result': (string);
  'objects': (string)[];
  'recordsProcessed': (number);
  /**
   * -1 when the provider names no total.
   */
  'recordsEstimatedTotal': (number);
  'attempts': (number);
  'lastAttemptTime': (number);
  'createTime': (number);
  'updateTime': (number);
  /**
   * backfill, scheduled, triggered.
   */
  'readType': (string);
}
