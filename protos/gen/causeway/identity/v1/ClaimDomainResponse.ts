// Original file: protos/identity/v1/identity.proto

import type { ClaimedDomain as _causeway_identity_v1_ClaimedDomain, ClaimedDomain__Output as _causeway_identity_v1_ClaimedDomain__Output } from '../../../causeway/identity/v1/ClaimedDomain.ts';

export interface ClaimDomainResponse {
  'claimedDomain'?: (_causeway_identity_v1_ClaimedDomain | null);
}

export interface ClaimDomainResponse__Output {
  'claimedDomain': (_causeway_identity_v1_ClaimedDomain__Output | null);
}
