// Original file: protos/identity/v1/identity.proto

import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from '../../../causeway/identity/v1/Actor.ts';

export interface OpenBillingSessionRequest {
  'actor'?: (_causeway_identity_v1_Actor | null);
  'billingAccountId'?: (string);
  'redirectUrl'?: (string);
  'timeoutSeconds'?: (number);
}

export interface OpenBillingSessionRequest__Output {
  'actor': (_causeway_identity_v1_Actor__Output | null);
  'billingAccountId': (string);
  'redirectUrl': (string);
  'timeoutSeconds': (number);
}
