// Original file: protos/identity/v1/identity.proto

import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from '../../../causeway/identity/v1/Project.ts';

export interface HeldProjectRole {
  /**
   * admin or member.
   */
  'role'?: (string);
  /**
   * builder or team.
   */
  'principalType'?: (string);
  'principalId'?: (string);
  'project'?: (_causeway_identity_v1_Project | null);
}

export interface HeldProjectRole__Output {
  /**
   * admin or member.
   */
  'role': (string);
  /**
   * builder or team.
   */
  'principalType': (string);
  'principalId': (string);
  'project': (_causeway_identity_v1_Project__Output | null);
}
