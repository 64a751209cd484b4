// Original file: protos/notifications/v1/notifications.proto


export interface CreateTopicRequest {
  'projectId'?: (string);
  'name'?: (string);
}

export interface CreateTopicRequest__Output {
  'projectId': (string);
  'name': (string);
}
