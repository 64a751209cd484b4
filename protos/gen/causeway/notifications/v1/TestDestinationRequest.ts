// Original file: protos/notifications/v1/notifications.proto


export interface TestDestinationRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
}

export interface TestDestinationRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
}
