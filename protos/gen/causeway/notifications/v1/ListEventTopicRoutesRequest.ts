// Original file: protos/notifications/v1/notifications.proto


export interface ListEventTopicRoutesRequest {
  'projectId'?: (string);
  'topicId'?: (string);
  'eventType'?: (string);
  'pageToken'?: (string);
}

export interface ListEventTopicRoutesRequest__Output {
  'projectId': (string);
  'topicId': (string);
  'eventType': (string);
  'pageToken': (string);
}
