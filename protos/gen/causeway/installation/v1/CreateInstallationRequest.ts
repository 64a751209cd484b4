// Original file: protos/installation/v1/installation.proto


export interface CreateInstallationRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'groupRef'?: (string);
  'connectionId'?: (string);
  'configContentJson'?: (string);
  'createdBy'?: (string);
  'skipSampling'?: (boolean);
  /**
   * When set, only a connection of this consumer is taken: the caller is that customer.
   */
  'consumerRef'?: (string);
}

export interface CreateInstallationRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'groupRef': (string);
  'connectionId': (string);
  'configContentJson': (string);
  'createdBy': (string);
  'skipSampling': (boolean);
  /**
   * When set, only a connection of this consumer is taken: the caller is that customer.
   */
  'consumerRef': (string);
}
