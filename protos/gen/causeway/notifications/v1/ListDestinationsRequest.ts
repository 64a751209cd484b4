// Original file: protos/notifications/v1/notifications.proto


export interface ListDestinationsRequest {
  'projectId'?: (string);
  'pageToken'?: (string);
}

export interface ListDestinationsRequest__Output {
  'projectId': (string);
  'pageToken': (string);
}
