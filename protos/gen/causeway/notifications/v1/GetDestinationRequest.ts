// Original file: protos/notifications/v1/notifications.proto


export interface GetDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'includeSecrets'?: (boolean);
  /**
   * A new signing key; the old one signs beside it for 24 hours.
   */
  'rotate'?: (boolean);
}

export interface GetDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'includeSecrets': (boolean);
  /**
   * A new signing key; the old one signs beside it for 24 hours.
   */
  'rotate': (boolean);
}
