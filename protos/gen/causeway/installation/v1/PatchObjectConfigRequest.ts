// Original file: protos/installation/v1/installation.proto


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
}
