// Original file: protos/notifications/v1/notifications.proto


export interface ResolveDestinationsRequest {
  'projectId'?: (string);
  'names'?: (string)[];
}

export interface ResolveDestinationsRequest__Output {
  'projectId': (string);
  'names': (string)[];
}
