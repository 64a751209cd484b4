// Original file: protos/installation/v1/installation.proto


/**
 * Everything that a write of one object needs.
 */
export interface WritePlan {
  'projectId'?: (string);
  'installationId'?: (string);
  'integrationId'?: (string);
  'integrationName'?: (string);
  'configId'?: (string);
  'connectionId'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'provider'?: (string);
  'module'?: (string);
  'workspace'?: (string);
  'objectName'?: (string);
  'mappedObjectName'?: (string);
  'deletionEnabled'?: (boolean);
  /**
   * WriteRules of lib/write_plan.
   */
  'rulesJson'?: (string);
  /**
   * Names the credentials and variables that the connection has now, so that a caller knows whether those that it holds
   * are these. Empty when the provider has refused them: then none that are held fit.
   */
  'credentialsVersion'?: (string);
}

/**
 * Everything that a write of one object needs.
 */
export interface WritePlan__Output {
  'projectId': (string);
  'installationId': (string);
  'integrationId': (string);
  'integrationName': (string);
  'configId': (string);
  'connectionId': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'provider': (string);
  'module': (string);
  'workspace': (string);
  'objectName': (string);
  'mappedObjectName': (string);
  'deletionEnabled': (boolean);
  /**
   * WriteRules of lib/write_plan.
   */
  'rulesJson': (string);
  /**
   * Names the credentials and variables that the connection has now, so that a caller knows whether those that it holds
   * are these. Empty when the provider has refused them: then none that are held fit.
   */
  'credentialsVersion': (string);
}
