// Original file: protos/notifications/v1/notifications.proto


export interface CreateDestinationRequest {
  'projectId'?: (string);
  'name'?: (string);
  'type'?: (string);
  /**
   * {url, headers?}
   */
  'metadataJson'?: (string);
  /**
   * active or disabled; empty means active.
   */
  'status'?: (string);
}

export interface CreateDestinationRequest__Output {
  'projectId': (string);
  'name': (string);
  'type': (string);
  /**
   * {url, headers?}
   */
  'metadataJson': (string);
  /**
   * active or disabled; empty means active.
   */
  'status': (string);
}
