// Original file: protos/identity/v1/identity.proto

import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from '../../../causeway/identity/v1/Actor.ts';

export interface CheckClaimedDomainRequest {
  'actor'?: (_causeway_identity_v1_Actor | null);
  /**
   * A domain, or an address or URL that holds it.
   */
  'domain'?: (string);
}

export interface CheckClaimedDomainRequest__Output {
  'actor': (_causeway_identity_v1_Actor__Output | null);
  /**
   * A domain, or an address or URL that holds it.
   */
  'domain': (string);
}
