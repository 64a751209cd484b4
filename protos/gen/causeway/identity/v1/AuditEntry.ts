// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AuditEntry {
  'id'?: (string);
  'time'?: (number | string | Long);
  /**
   * builder:<id>, api-key:<id> or consumer:<ref>.
   */
  'actor'?: (string);
  'action'?: (string);
  'targetId'?: (string);
  'targetName'?: (string);
  'fields'?: (string)[];
  'isOfOrg'?: (boolean);
  /**
   * Of a builder or key that still exists; else empty.
   */
  'actorName'?: (string);
}

export interface AuditEntry__Output {
  'id': (string);
  'time': (number);
  /**
   * builder:<id>, api-key:<id> or consumer:<ref>.
   */
  'actor': (string);
  'action': (string);
  'targetId': (string);
  'targetName': (string);
  'fields': (string)[];
  'isOfOrg': (boolean);
  /**
   * Of a builder or key that still exists; else empty.
   */
  'actorName': (string);
}
