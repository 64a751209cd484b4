// Original file: protos/installation/v1/installation.proto

import type { DestinationResolution as _causeway_installation_v1_DestinationResolution, DestinationResolution__Output as _causeway_installation_v1_DestinationResolution__Output } from '../../../causeway/installation/v1/DestinationResolution.ts';

export interface CreateRevisionRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'sourceYaml'?: (string);
  'sourceZipUrl'?: (string);
  'destructive'?: (boolean);
  'resolution'?: (_causeway_installation_v1_DestinationResolution | null);
  'expectedRevisionIds'?: ({[key: string]: string});
}

export interface CreateRevisionRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'sourceYaml': (string);
  'sourceZipUrl': (string);
  'destructive': (boolean);
  'resolution': (_causeway_installation_v1_DestinationResolution__Output | null);
  'expectedRevisionIds': ({[key: string]: string});
}
