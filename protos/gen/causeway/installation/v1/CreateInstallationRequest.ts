// Original file: protos/installation/v1/installation.proto

import type { DestinationResolution as _causeway_installation_v1_DestinationResolution, DestinationResolution__Output as _causeway_installation_v1_DestinationResolution__Output } from '../../../causeway/installation/v1/DestinationResolution.ts';

export interface CreateInstallationRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'groupRef'?: (string);
  'connectionId'?: (string);
  'configContentJson'?: (string);
  'createdBy'?: (string);
  'skipSampling'?: (boolean);
  /**
   * Set if the caller is a customer: only a connection of this consumer is accepted.
   */
  'consumerRef'?: (string);
  'resolution'?: (_causeway_installation_v1_DestinationResolution | null);
}

export interface CreateInstallationRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'groupRef': (string);
  'connectionId': (string);
  'configContentJson': (string);
  'createdBy': (string);
  'skipSampling': (boolean);
  /**
   * Set if the caller is a customer: only a connection of this consumer is accepted.
   */
  'consumerRef': (string);
  'resolution': (_causeway_installation_v1_DestinationResolution__Output | null);
}
