// Original file: protos/identity/v1/identity.proto

import type { Org as _causeway_identity_v1_Org, Org__Output as _causeway_identity_v1_Org__Output } from '../../../causeway/identity/v1/Org.ts';

export interface HeldOrgRole {
  /**
   * owner, admin or member.
   */
  'role'?: (string);
  'principalType'?: (string);
  'principalId'?: (string);
  'org'?: (_causeway_identity_v1_Org | null);
}

export interface HeldOrgRole__Output {
  /**
   * owner, admin or member.
   */
  'role': (string);
  'principalType': (string);
  'principalId': (string);
  'org': (_causeway_identity_v1_Org__Output | null);
}
