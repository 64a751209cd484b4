// Original file: protos/installation/v1/installation.proto

import type { DestinationResolution as _causeway_installation_v1_DestinationResolution, DestinationResolution__Output as _causeway_installation_v1_DestinationResolution__Output } from '../../../causeway/installation/v1/DestinationResolution.ts';

export interface BatchUpsertIntegrationsRequest {
  'projectId'?: (string);
  'sourceYaml'?: (string);
  'destructive'?: (boolean);
  /**
   * gs://<bucket><path> of an upload. Either this or the YAML.
   */
  'sourceZipUrl'?: (string);
  'resolution'?: (_causeway_installation_v1_DestinationResolution | null);
  /**
   * Changes nothing. Ids in the answer that a deploy would make are empty.
   */
  'dryRun'?: (boolean);
  /**
   * Name of an integration to the id of its latest revision; empty for an integration that must not exist.
   */
  'expectedRevisionIds'?: ({[key: string]: string});
}

export interface BatchUpsertIntegrationsRequest__Output {
  'projectId': (string);
  'sourceYaml': (string);
  'destructive': (boolean);
  /**
   * gs://<bucket><path> of an upload. Either this or the YAML.
   */
  'sourceZipUrl': (string);
  'resolution': (_causeway_installation_v1_DestinationResolution__Output | null);
  /**
   * Changes nothing. Ids in the answer that a deploy would make are empty.
   */
  'dryRun': (boolean);
  /**
   * Name of an integration to the id of its latest revision; empty for an integration that must not exist.
   */
  'expectedRevisionIds': ({[key: string]: string});
}
