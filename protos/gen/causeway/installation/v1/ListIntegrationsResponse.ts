// Original file: protos/installation/v1/installation.proto

import type { Integration as _causeway_installation_v1_Integration, Integration__Output as _causeway_installation_v1_Integration__Output } from '../../../causeway/installation/v1/Integration.ts';

export interface ListIntegrationsResponse {
  'integrations'?: (_causeway_installation_v1_Integration)[];
  'nextPageToken'?: (string);
}

export interface ListIntegrationsResponse__Output {
  'integrations': (_causeway_installation_v1_Integration__Output)[];
  'nextPageToken': (string);
}
