// Original file: protos/installation/v1/installation.proto

import type { Revision as _causeway_installation_v1_Revision, Revision__Output as _causeway_installation_v1_Revision__Output } from '../../../causeway/installation/v1/Revision.ts';

export interface ListRevisionsResponse {
  'revisions'?: (_causeway_installation_v1_Revision)[];
  'nextPageToken'?: (string);
}

export interface ListRevisionsResponse__Output {
  'revisions': (_causeway_installation_v1_Revision__Output)[];
  'nextPageToken': (string);
}
