// Original file: protos/installation/v1/installation.proto


export interface FindWritePlanRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'groupRef'?: (string);
  /**
   * The key in the config, the native or the mapped name.
   */
  'objectName'?: (string);
}

export interface FindWritePlanRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'groupRef': (string);
  /**
   * The key in the config, the native or the mapped name.
   */
  'objectName': (string);
}
