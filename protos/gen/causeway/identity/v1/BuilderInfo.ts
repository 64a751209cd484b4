// Original file: protos/identity/v1/identity.proto

import type { Builder as _causeway_identity_v1_Builder, Builder__Output as _causeway_identity_v1_Builder__Output } from '../../../causeway/identity/v1/Builder.ts';
import type { HeldProjectRole as _causeway_identity_v1_HeldProjectRole, HeldProjectRole__Output as _causeway_identity_v1_HeldProjectRole__Output } from '../../../causeway/identity/v1/HeldProjectRole.ts';
import type { HeldOrgRole as _causeway_identity_v1_HeldOrgRole, HeldOrgRole__Output as _causeway_identity_v1_HeldOrgRole__Output } from '../../../causeway/identity/v1/HeldOrgRole.ts';

export interface BuilderInfo {
  'builder'?: (_causeway_identity_v1_Builder | null);
  'projectRoles'?: (_causeway_identity_v1_HeldProjectRole)[];
  /**
   * Unset for a builder without an org.
   */
  'orgRole'?: (_causeway_identity_v1_HeldOrgRole | null);
}

export interface BuilderInfo__Output {
  'builder': (_causeway_identity_v1_Builder__Output | null);
  'projectRoles': (_causeway_identity_v1_HeldProjectRole__Output)[];
  /**
   * Unset for a builder without an org.
   */
  'orgRole': (_causeway_identity_v1_HeldOrgRole__Output | null);
}
