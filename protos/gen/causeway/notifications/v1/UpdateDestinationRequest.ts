// Original file: protos/notifications/v1/notifications.proto


export interface UpdateDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'updateMask'?: (string)[];
  'name'?: (string);
  /**
   * Empty if none was sent.
   */
  'metadataJson'?: (string);
  /**
   * Must be the current type. Clients that send the whole destination name it in the mask.
   */
  'type'?: (string);
  /**
   * active or disabled. Empty if none was sent.
   */
  'status'?: (string);
  /**
   * The caller may see stored header values, and so may send them to another server.
   */
  'mayMoveHeaders'?: (boolean);
}

export interface UpdateDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'updateMask': (string)[];
  'name': (string);
  /**
   * Empty if none was sent.
   */
  'metadataJson': (string);
  /**
   * Must be the current type. Clients that send the whole destination name it in the mask.
   */
  'type': (string);
  /**
   * active or disabled. Empty if none was sent.
   */
  'status': (string);
  /**
   * The caller may see stored header values, and so may send them to another server.
   */
  'mayMoveHeaders': (boolean);
}
