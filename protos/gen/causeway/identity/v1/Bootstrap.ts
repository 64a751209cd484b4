// Original file: protos/identity/v1/identity.proto

import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from '../../../causeway/identity/v1/Project.ts';

export interface Bootstrap {
  'orgId'?: (string);
  'project'?: (_causeway_identity_v1_Project | null);
  'apiKey'?: (string);
  'billingAccountId'?: (string);
  'builderId'?: (string);
  'bearerToken'?: (string);
}

export interface Bootstrap__Output {
  'orgId': (string);
  'project': (_causeway_identity_v1_Project__Output | null);
  'apiKey': (string);
  'billingAccountId': (string);
  'builderId': (string);
  'bearerToken': (string);
}
