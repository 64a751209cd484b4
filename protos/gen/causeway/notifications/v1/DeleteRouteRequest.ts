// Original file: protos/notifications/v1/notifications.proto


export interface DeleteRouteRequest {
  'projectId'?: (string);
  'routeId'?: (string);
}

export interface DeleteRouteRequest__Output {
  'projectId': (string);
  'routeId': (string);
}
