// Original file: protos/writes/v1/writes.proto

import type { Long } from '@grpc/proto-loader';

export interface ListOperationsRequest {
  'projectId'?: (string);
  /**
   * Filters; empty or 0 when not given.
   */
  'integrationId'?: (string);
  'installationId'?: (string);
  'pageSize'?: (number);
  /**
   * The id of the last operation of the page before.
   */
  'beforeId'?: (string);
  /**
   * success, failure, in_progress.
   */
  'status'?: (string);
  /**
   * The provider's name or the mapped one.
   */
  'objectName'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
  /**
   * Only operations that wrote this record.
   */
  'recordId'?: (string);
  /**
   * Of any of these; not with installation_id.
   */
  'installationIds'?: (string)[];
}

export interface ListOperationsRequest__Output {
  'projectId': (string);
  /**
   * Filters; empty or 0 when not given.
   */
  'integrationId': (string);
  'installationId': (string);
  'pageSize': (number);
  /**
   * The id of the last operation of the page before.
   */
  'beforeId': (string);
  /**
   * success, failure, in_progress.
   */
  'status': (string);
  /**
   * The provider's name or the mapped one.
   */
  'objectName': (string);
  'since': (number);
  'until': (number);
  /**
   * Only operations that wrote this record.
   */
  'recordId': (string);
  /**
   * Of any of these; not with installation_id.
   */
  'installationIds': (string)[];
}
