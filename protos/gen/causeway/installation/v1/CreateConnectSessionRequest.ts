// Original file: protos/installation/v1/installation.proto


export interface CreateConnectSessionRequest {
  'projectId'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  /**
   * One of the two.
   */
  'integrationIdOrName'?: (string);
  'provider'?: (string);
  'returnUrl'?: (string);
  /**
   * An object of arrays, as JSON; empty when there is none. Only with an integration.
   */
  'fieldMappingJson'?: (string);
}

export interface CreateConnectSessionRequest__Output {
  'projectId': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  /**
   * One of the two.
   */
  'integrationIdOrName': (string);
  'provider': (string);
  'returnUrl': (string);
  /**
   * An object of arrays, as JSON; empty when there is none. Only with an integration.
   */
  'fieldMappingJson': (string);
}
