// Original file: protos/identity/v1/identity.proto

import type { Invite as _causeway_identity_v1_Invite, Invite__Output as _causeway_identity_v1_Invite__Output } from '../../../causeway/identity/v1/Invite.ts';

export interface ListInvitesResponse {
  'invites'?: (_causeway_identity_v1_Invite)[];
  'nextPageToken'?: (string);
}

export interface ListInvitesResponse__Output {
  'invites': (_causeway_identity_v1_Invite__Output)[];
  'nextPageToken': (string);
}
