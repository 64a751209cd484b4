// Original file: protos/identity/v1/identity.proto

import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from '../../../causeway/identity/v1/Project.ts';

export interface ListProjectsResponse {
  'projects'?: (_causeway_identity_v1_Project)[];
}

export interface ListProjectsResponse__Output {
  'projects': (_causeway_identity_v1_Project__Output)[];
}
