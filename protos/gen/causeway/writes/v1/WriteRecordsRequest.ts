// Original file: protos/writes/v1/writes.proto

import type { Header as _causeway_writes_v1_Header, Header__Output as _causeway_writes_v1_Header__Output } from '../../../causeway/writes/v1/Header.ts';

export interface WriteRecordsRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'groupRef'?: (string);
  /**
   * The key in the config, the provider's name or the mapped one.
   */
  'objectName'?: (string);
  /**
   * create, update, delete.
   */
  'type'?: (string);
  'isAsync'?: (boolean);
  /**
   * The records, in order; of `batch` when is_batch.
   */
  'recordsJson'?: (string)[];
  'isBatch'?: (boolean);
  'headers'?: (_causeway_writes_v1_Header)[];
  /**
   * Only for an asynchronous write.
   */
  'deadlineHours'?: (number);
  /**
   * Empty when the caller sent none.
   */
  'idempotencyKey'?: (string);
}

export interface WriteRecordsRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'groupRef': (string);
  /**
   * The key in the config, the provider's name or the mapped one.
   */
  'objectName': (string);
  /**
   * create, update, delete.
   */
  'type': (string);
  'isAsync': (boolean);
  /**
   * The records, in order; of `batch` when is_batch.
   */
  'recordsJson': (string)[];
  'isBatch': (boolean);
  'headers': (_causeway_writes_v1_Header__Output)[];
  /**
   * Only for an asynchronous write.
   */
  'deadlineHours': (number);
  /**
   * Empty when the caller sent none.
   */
  'idempotencyKey': (string);
}
