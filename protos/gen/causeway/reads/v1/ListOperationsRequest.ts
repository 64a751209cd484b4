// Original file: protos/reads/v1/reads.proto

import type { Long } from '@grpc/proto-loader';

export interface ListOperationsRequest {
  'projectId'?: (string);
  /**
   * Filters; empty or 0 when not given.
   */
  'integrationId'?: (string);
  'installationId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
  /**
   * success, failure, in_progress.
   */
  'status'?: (string);
  'actionType'?: (string);
  /**
   * The provider's name or the mapped one.
   */
  'objectName'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
  /**
   * Only operations whose messages contained this record; needs installation_id and object_name.
   */
  'recordId'?: (string);
  /**
   * The list of the whole project. Otherwise integration_id and installation_id must exist together.
   */
  'ofProject'?: (boolean);
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
  'pageToken': (string);
  /**
   * success, failure, in_progress.
   */
  'status': (string);
  'actionType': (string);
  /**
   * The provider's name or the mapped one.
   */
  'objectName': (string);
  'since': (number);
  'until': (number);
  /**
   * Only operations whose messages contained this record; needs installation_id and object_name.
   */
  'recordId': (string);
  /**
   * The list of the whole project. Otherwise integration_id and installation_id must exist together.
   */
  'ofProject': (boolean);
  /**
   * Of any of these; not with installation_id.
   */
  'installationIds': (string)[];
}
