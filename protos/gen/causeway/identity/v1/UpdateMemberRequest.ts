// Original file: protos/identity/v1/identity.proto

import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from '../../../causeway/identity/v1/Actor.ts';

export interface UpdateMemberRequest {
  'actor'?: (_causeway_identity_v1_Actor | null);
  'orgId'?: (string);
  'builderId'?: (string);
  'role'?: (string);
}

export interface UpdateMemberRequest__Output {
  'actor': (_causeway_identity_v1_Actor__Output | null);
  'orgId': (string);
  'builderId': (string);
  'role': (string);
}
