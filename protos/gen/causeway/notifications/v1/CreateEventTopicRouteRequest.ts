// Original file: protos/notifications/v1/notifications.proto


export interface CreateEventTopicRouteRequest {
  'projectId'?: (string);
  'eventType'?: (string);
  'topicId'?: (string);
}

export interface CreateEventTopicRouteRequest__Output {
  'projectId': (string);
  'eventType': (string);
  'topicId': (string);
}
