// Original file: protos/notifications/v1/notifications.proto


export interface ListRecoveriesRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'pageToken'?: (string);
}

export interface ListRecoveriesRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'pageToken': (string);
}
