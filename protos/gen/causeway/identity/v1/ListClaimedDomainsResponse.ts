// Original file: protos/identity/v1/identity.proto

import type { ClaimedDomain as _causeway_identity_v1_ClaimedDomain, ClaimedDomain__Output as _causeway_identity_v1_ClaimedDomain__Output } from '../../../causeway/identity/v1/ClaimedDomain.ts';

export interface ListClaimedDomainsResponse {
  'claimedDomains'?: (_causeway_identity_v1_ClaimedDomain)[];
}

export interface ListClaimedDomainsResponse__Output {
  'claimedDomains': (_causeway_identity_v1_ClaimedDomain__Output)[];
}
