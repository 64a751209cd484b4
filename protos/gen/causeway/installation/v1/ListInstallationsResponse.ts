// Original file: protos/installation/v1/installation.proto

import type { Installation as _causeway_installation_v1_Installation, Installation__Output as _causeway_installation_v1_Installation__Output } from '../../../causeway/installation/v1/Installation.ts';

export interface ListInstallationsResponse {
  'installations'?: (_causeway_installation_v1_Installation)[];
  'nextPageToken'?: (string);
}

export interface ListInstallationsResponse__Output {
  'installations': (_causeway_installation_v1_Installation__Output)[];
  'nextPageToken': (string);
}
