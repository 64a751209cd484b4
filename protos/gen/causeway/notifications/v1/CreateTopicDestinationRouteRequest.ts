// Original file: protos/notifications/v1/notifications.proto


export interface CreateTopicDestinationRouteRequest {
  'projectId'?: (string);
  'topicId'?: (string);
  'destinationId'?: (string);
}

export interface CreateTopicDestinationRouteRequest__Output {
  'projectId': (string);
  'topicId': (string);
  'destinationId': (string);
}
