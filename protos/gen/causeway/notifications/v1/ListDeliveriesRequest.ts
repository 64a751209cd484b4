// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDeliveriesRequest {
  'projectId'?: (string);
  /**
   * Empty: all destinations of the project.
   */
  'destinationIdOrName'?: (string);
  /**
   * Filters; empty or 0 when not given.
   */
  'state'?: (string);
  'installationId'?: (string);
  'objectName'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
  'pageSize'?: (number);
  'pageToken'?: (string);
  'operationId'?: (string);
  /**
   * Of any of these; not with installation_id.
   */
  'installationIds'?: (string)[];
}

export interface ListDeliveriesRequest__Output {
  'projectId': (string);
  /**
   * Empty: all destinations of the project.
   */
  'destinationIdOrName': (string);
  /**
   * Filters; empty or 0 when not given.
   */
  'state': (string);
  'installationId': (string);
  'objectName': (string);
  'since': (number);
  'until': (number);
  'pageSize': (number);
  'pageToken': (string);
  'operationId': (string);
  /**
   * Of any of these; not with installation_id.
   */
  'installationIds': (string)[];
}
