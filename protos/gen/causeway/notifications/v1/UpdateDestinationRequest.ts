// Original file: protos/notifications/v1/notifications.proto


export interface UpdateDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'updateMask'?: (string)[];
  'name'?: (string);
  'metadataJson'?: (string);
}

export interface UpdateDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'updateMask': (string)[];
  'name': (string);
  'metadataJson': (string);
}
