// Original file: protos/notifications/v1/notifications.proto


export interface DeleteDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
}

export interface DeleteDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
}
