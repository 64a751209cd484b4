// Original file: protos/installation/v1/installation.proto

import type { Connection as _causeway_installation_v1_Connection, Connection__Output as _causeway_installation_v1_Connection__Output } from '../../../causeway/installation/v1/Connection.ts';

export interface ListConnectionsResponse {
  'connections'?: (_causeway_installation_v1_Connection)[];
  'nextPageToken'?: (string);
}

export interface ListConnectionsResponse__Output {
  'connections': (_causeway_installation_v1_Connection__Output)[];
  'nextPageToken': (string);
}
