// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAuditEntriesRequest {
  'projectId'?: (string);
  /**
   * Empty and 0 match all. Times: Unix ms, inclusive and exclusive.
   */
  'actor'?: (string);
  'action'?: (string);
  'targetId'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
  /**
   * Of the page before; empty for the first.
   */
  'pageToken'?: (string);
  'pageSize'?: (number);
}

export interface ListAuditEntriesRequest__Output {
  'projectId': (string);
  /**
   * Empty and 0 match all. Times: Unix ms, inclusive and exclusive.
   */
  'actor': (string);
  'action': (string);
  'targetId': (string);
  'since': (number);
  'until': (number);
  /**
   * Of the page before; empty for the first.
   */
  'pageToken': (string);
  'pageSize': (number);
}
