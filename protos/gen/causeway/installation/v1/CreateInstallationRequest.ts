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
   * Set if the caller is a customer: only a connection of this consumer is accepted.
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
   * Set if the caller is a customer: only a connection of this consumer is accepted.
   */
  'consumerRef': (string);
}
