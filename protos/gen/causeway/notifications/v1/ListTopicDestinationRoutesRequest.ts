// Original file: protos/notifications/v1/notifications.proto


export interface ListTopicDestinationRoutesRequest {
  'projectId'?: (string);
  'topicId'?: (string);
  'destinationId'?: (string);
}

export interface ListTopicDestinationRoutesRequest__Output {
  'projectId': (string);
  'topicId': (string);
  'destinationId': (string);
}
