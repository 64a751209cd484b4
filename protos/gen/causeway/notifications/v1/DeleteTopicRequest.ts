// Original file: protos/notifications/v1/notifications.proto


export interface DeleteTopicRequest {
  'projectId'?: (string);
  'topicId'?: (string);
}

export interface DeleteTopicRequest__Output {
  'projectId': (string);
  'topicId': (string);
}
