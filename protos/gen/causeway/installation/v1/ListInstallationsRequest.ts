// Original file: protos/installation/v1/installation.proto


export interface ListInstallationsRequest {
  'projectId'?: (string);
  /**
   * Empty for all integrations.
   */
  'integrationId'?: (string);
  'groupRef'?: (string);
  'pageToken'?: (string);
}

export interface ListInstallationsRequest__Output {
  'projectId': (string);
  /**
   * Empty for all integrations.
   */
  'integrationId': (string);
  'groupRef': (string);
  'pageToken': (string);
}
