// Original file: protos/notifications/v1/notifications.proto


export interface UpdateTopicRequest {
  'projectId'?: (string);
  'topicId'?: (string);
  'name'?: (string);
}

export interface UpdateTopicRequest__Output {
  'projectId': (string);
  'topicId': (string);
  'name': (string);
}
