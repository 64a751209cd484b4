// Original file: protos/notifications/v1/notifications.proto


export interface ListTopicDestinationRoutesRequest {
  'projectId'?: (string);
  'topicId'?: (string);
  'destinationId'?: (string);
  'pageToken'?: (string);
}

export interface ListTopicDestinationRoutesRequest__Output {
  'projectId': (string);
  'topicId': (string);
  'destinationId': (string);
  'pageToken': (string);
}
