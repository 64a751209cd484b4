// Original file: protos/notifications/v1/notifications.proto


export interface StartDestinationDeletionRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
}

export interface StartDestinationDeletionRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
}
