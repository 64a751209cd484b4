// Original file: protos/installation/v1/installation.proto


/**
 * Everything that the proxied calls of one installation need.
 */
export interface ProxyPlan {
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
  /**
   * Empty: calls go to the address of the provider.
   */
  'module'?: (string);
  /**
   * As in WritePlan.
   */
  'credentialsVersion'?: (string);
}

/**
 * Everything that the proxied calls of one installation need.
 */
export interface ProxyPlan__Output {
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
  /**
   * Empty: calls go to the address of the provider.
   */
  'module': (string);
  /**
   * As in WritePlan.
   */
  'credentialsVersion': (string);
}
