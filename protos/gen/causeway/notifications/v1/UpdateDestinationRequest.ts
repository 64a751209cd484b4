// Original file: protos/notifications/v1/notifications.proto


export interface UpdateDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'updateMask'?: (string)[];
  'name'?: (string);
  /**
   * Empty when none was sent.
   */
  'metadataJson'?: (string);
  /**
   * Only ever the type it has: clients that send the whole destination name it in the mask.
   */
  'type'?: (string);
}

export interface UpdateDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'updateMask': (string)[];
  'name': (string);
  /**
   * Empty when none was sent.
   */
  'metadataJson': (string);
  /**
   * Only ever the type it has: clients that send the whole destination name it in the mask.
   */
  'type': (string);
}
