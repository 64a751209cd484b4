// Original file: protos/installation/v1/installation.proto

import type { DestinationResolution as _causeway_installation_v1_DestinationResolution, DestinationResolution__Output as _causeway_installation_v1_DestinationResolution__Output } from '../../../causeway/installation/v1/DestinationResolution.ts';

export interface CreateIntegrationRequest {
  'projectId'?: (string);
  'name'?: (string);
  'provider'?: (string);
  'specVersion'?: (string);
  'contentJson'?: (string);
  'resolution'?: (_causeway_installation_v1_DestinationResolution | null);
}

export interface CreateIntegrationRequest__Output {
  'projectId': (string);
  'name': (string);
  'provider': (string);
  'specVersion': (string);
  'contentJson': (string);
  'resolution': (_causeway_installation_v1_DestinationResolution__Output | null);
}
