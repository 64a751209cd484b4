// Original file: protos/notifications/v1/notifications.proto


export interface ListTopicsRequest {
  'projectId'?: (string);
}

export interface ListTopicsRequest__Output {
  'projectId': (string);
}
