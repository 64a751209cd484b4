// Original file: protos/notifications/v1/notifications.proto


export interface ListBacklogsRequest {
  'projectId'?: (string);
}

export interface ListBacklogsRequest__Output {
  'projectId': (string);
}
