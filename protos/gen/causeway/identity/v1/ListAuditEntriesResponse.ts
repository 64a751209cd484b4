// Original file: protos/identity/v1/identity.proto

import type { AuditEntry as _causeway_identity_v1_AuditEntry, AuditEntry__Output as _causeway_identity_v1_AuditEntry__Output } from '../../../causeway/identity/v1/AuditEntry.ts';

export interface ListAuditEntriesResponse {
  'entries'?: (_causeway_identity_v1_AuditEntry)[];
  'nextPageToken'?: (string);
}

export interface ListAuditEntriesResponse__Output {
  'entries': (_causeway_identity_v1_AuditEntry__Output)[];
  'nextPageToken': (string);
}
