// Original file: protos/installation/v1/installation.proto


export interface FindProxyPlanRequest {
  'projectId'?: (string);
  /**
   * Wins over integration and group. May be empty.
   */
  'installationId'?: (string);
  'integrationId'?: (string);
  'groupRef'?: (string);
}

export interface FindProxyPlanRequest__Output {
  'projectId': (string);
  /**
   * Wins over integration and group. May be empty.
   */
  'installationId': (string);
  'integrationId': (string);
  'groupRef': (string);
}
