// Original file: protos/notifications/v1/notifications.proto


export interface ListTopicsRequest {
  'projectId'?: (string);
  'pageToken'?: (string);
}

export interface ListTopicsRequest__Output {
  'projectId': (string);
  'pageToken': (string);
}
