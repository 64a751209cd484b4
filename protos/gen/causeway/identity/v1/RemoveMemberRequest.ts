// Original file: protos/identity/v1/identity.proto

import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from '../../../causeway/identity/v1/Actor.ts';

export interface RemoveMemberRequest {
  'actor'?: (_causeway_identity_v1_Actor | null);
  'orgId'?: (string);
  'builderId'?: (string);
}

export interface RemoveMemberRequest__Output {
  'actor': (_causeway_identity_v1_Actor__Output | null);
  'orgId': (string);
  'builderId': (string);
}
