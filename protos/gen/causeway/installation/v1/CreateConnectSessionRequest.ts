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
}
