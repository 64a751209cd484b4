// Original file: protos/identity/v1/identity.proto

import type { Builder as _causeway_identity_v1_Builder, Builder__Output as _causeway_identity_v1_Builder__Output } from '../../../causeway/identity/v1/Builder.ts';

export interface ListOrgBuildersResponse {
  'builders'?: (_causeway_identity_v1_Builder)[];
  'nextPageToken'?: (string);
}

export interface ListOrgBuildersResponse__Output {
  'builders': (_causeway_identity_v1_Builder__Output)[];
  'nextPageToken': (string);
}
