// Original file: protos/writes/v1/writes.proto

import type { Long } from '@grpc/proto-loader';

export interface Operation {
  'id'?: (string);
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  'configId'?: (string);
  /**
   * success, failure, in_progress.
   */
  'status'?: (string);
  'result'?: (string);
  'objectName'?: (string);
  /**
   * create, update, delete.
   */
  'writeType'?: (string);
  'isAsync'?: (boolean);
  'attempts'?: (number);
  'lastAttemptTime'?: (number | string | Long);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  'recordsTotal'?: (number);
  'recordsWritten'?: (number);
  'recordsFailed'?: (number);
  /**
   * unknown or notSent, or empty: what is not known of a write that failed.
   */
  'outcome'?: (string);
  /**
   * What was sent and what the caller got; only in GetOperation, empty once their retention has passed.
   */
  'requestJson'?: (string);
  'responseJson'?: (string);
}

export interface Operation__Output {
  'id': (string);
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  'configId': (string);
  /**
   * success, failure, in_progress.
   */
  'status': (string);
  'result': (string);
  'objectName': (string);
  /**
   * create, update, delete.
   */
  'writeType': (string);
  'isAsync': (boolean);
  'attempts': (number);
  'lastAttemptTime': (number);
  'createTime': (number);
  'updateTime': (number);
  'recordsTotal': (number);
  'recordsWritten': (number);
  'recordsFailed': (number);
  /**
   * unknown or notSent, or empty: what is not known of a write that failed.
   */
  'outcome': (string);
  /**
   * What was sent and what the caller got; only in GetOperation, empty once their retention has passed.
   */
  'requestJson': (string);
  'responseJson': (string);
}
