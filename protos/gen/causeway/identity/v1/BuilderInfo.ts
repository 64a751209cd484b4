// Original file: protos/identity/v1/identity.proto

import type { Builder as _causeway_identity_v1_Builder, Builder__Output as _causeway_identity_v1_Builder__Output } from '../../../causeway/identity/v1/Builder.ts';
import type { ProjectRole as _causeway_identity_v1_ProjectRole, ProjectRole__Output as _causeway_identity_v1_ProjectRole__Output } from '../../../causeway/identity/v1/ProjectRole.ts';
import type { OrgRole as _causeway_identity_v1_OrgRole, OrgRole__Output as _causeway_identity_v1_OrgRole__Output } from '../../../causeway/identity/v1/OrgRole.ts';

export interface BuilderInfo {
  'builder'?: (_causeway_identity_v1_Builder | null);
  'projectRoles'?: (_causeway_identity_v1_ProjectRole)[];
  /**
   * Unset for a builder of no org.
   */
  'orgRole'?: (_causeway_identity_v1_OrgRole | null);
}

export interface BuilderInfo__Output {
  'builder': (_causeway_identity_v1_Builder__Output | null);
  'projectRoles': (_causeway_identity_v1_ProjectRole__Output)[];
  /**
   * Unset for a builder of no org.
   */
  'orgRole': (_causeway_identity_v1_OrgRole__Output | null);
}
