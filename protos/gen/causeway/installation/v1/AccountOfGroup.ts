// Original file: protos/installation/v1/installation.proto


/**
 * A group's account, found through its installation of an integration or by provider. The other field is empty.
 */
export interface AccountOfGroup {
  'projectId'?: (string);
  'integrationId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  /**
   * Only connections of this consumer; empty for any consumer.
   */
  'consumerRef'?: (string);
}

/**
 * A group's account, found through its installation of an integration or by provider. The other field is empty.
 */
export interface AccountOfGroup__Output {
  'projectId': (string);
  'integrationId': (string);
  'provider': (string);
  'groupRef': (string);
  /**
   * Only connections of this consumer; empty for any consumer.
   */
  'consumerRef': (string);
}
