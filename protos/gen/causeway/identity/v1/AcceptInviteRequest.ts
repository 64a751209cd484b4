// Original file: protos/identity/v1/identity.proto

import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from '../../../causeway/identity/v1/Actor.ts';

export interface AcceptInviteRequest {
  'actor'?: (_causeway_identity_v1_Actor | null);
  'invitedEmail'?: (string);
  /**
   * Which invite, when several orgs have invited the address; empty when there is only one.
   */
  'inviteId'?: (string);
}

export interface AcceptInviteRequest__Output {
  'actor': (_causeway_identity_v1_Actor__Output | null);
  'invitedEmail': (string);
  /**
   * Which invite, when several orgs have invited the address; empty when there is only one.
   */
  'inviteId': (string);
}
