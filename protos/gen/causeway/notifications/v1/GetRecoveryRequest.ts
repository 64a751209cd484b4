// Original file: protos/notifications/v1/notifications.proto


export interface GetRecoveryRequest {
  'projectId'?: (string);
  'destinationIdOrName'?: (string);
  'recoveryId'?: (string);
}

export interface GetRecoveryRequest__Output {
  'projectId': (string);
  'destinationIdOrName': (string);
  'recoveryId': (string);
}
