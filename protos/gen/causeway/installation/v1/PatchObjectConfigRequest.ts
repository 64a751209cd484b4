// Original file: protos/installation/v1/installation.proto

import type { DestinationResolution as _causeway_installation_v1_DestinationResolution, DestinationResolution__Output as _causeway_installation_v1_DestinationResolution__Output } from '../../../causeway/installation/v1/DestinationResolution.ts';

export interface PatchObjectConfigRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'objectName'?: (string);
  /**
   * Either group_ref or installation_id.
   */
  'groupRef'?: (string);
  'installationId'?: (string);
  /**
   * read, subscribe or write.
   */
  'action'?: (string);
  /**
   * [{op, path, value}]
   */
  'changesJson'?: (string);
  'resolution'?: (_causeway_installation_v1_DestinationResolution | null);
}

export interface PatchObjectConfigRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'objectName': (string);
  /**
   * Either group_ref or installation_id.
   */
  'groupRef': (string);
  'installationId': (string);
  /**
   * read, subscribe or write.
   */
  'action': (string);
  /**
   * [{op, path, value}]
   */
  'changesJson': (string);
  'resolution': (_causeway_installation_v1_DestinationResolution__Output | null);
}
