// Original file: protos/installation/v1/installation.proto


export interface ListInstallationsRequest {
  'projectId'?: (string);
  /**
   * Empty for all integrations.
   */
  'integrationId'?: (string);
  'groupRef'?: (string);
  'pageToken'?: (string);
  /**
   * healthy or unhealthy; empty for both. A page may then have few or no items and still not be the last.
   */
  'healthStatus'?: (string);
  'provider'?: (string);
  /**
   * A part of the name or ref of the group, whatever the case of its letters.
   */
  'search'?: (string);
}

export interface ListInstallationsRequest__Output {
  'projectId': (string);
  /**
   * Empty for all integrations.
   */
  'integrationId': (string);
  'groupRef': (string);
  'pageToken': (string);
  /**
   * healthy or unhealthy; empty for both. A page may then have few or no items and still not be the last.
   */
  'healthStatus': (string);
  'provider': (string);
  /**
   * A part of the name or ref of the group, whatever the case of its letters.
   */
  'search': (string);
}
