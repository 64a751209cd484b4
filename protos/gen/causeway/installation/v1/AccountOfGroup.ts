// Original file: protos/installation/v1/installation.proto


/**
 * A group's account: through its installation of an integration, or at a provider; the other one is empty.
 */
export interface AccountOfGroup {
  'projectId'?: (string);
  'integrationId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  /**
   * Only what this person connected; empty for anybody's.
   */
  'consumerRef'?: (string);
}

/**
 * A group's account: through its installation of an integration, or at a provider; the other one is empty.
 */
export interface AccountOfGroup__Output {
  'projectId': (string);
  'integrationId': (string);
  'provider': (string);
  'groupRef': (string);
  /**
   * Only what this person connected; empty for anybody's.
   */
  'consumerRef': (string);
}
