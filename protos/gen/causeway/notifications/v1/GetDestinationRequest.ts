// Original file: protos/notifications/v1/notifications.proto


export interface GetDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'includeSecrets'?: (boolean);
  /**
   * Creates a new signing key. The old key signs too for 24 hours.
   */
  'rotate'?: (boolean);
}

export interface GetDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'includeSecrets': (boolean);
  /**
   * Creates a new signing key. The old key signs too for 24 hours.
   */
  'rotate': (boolean);
}
