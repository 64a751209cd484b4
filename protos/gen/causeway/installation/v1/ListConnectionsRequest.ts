// Original file: protos/installation/v1/installation.proto


export interface ListConnectionsRequest {
  'projectId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  'consumerRef'?: (string);
  'pageToken'?: (string);
}

export interface ListConnectionsRequest__Output {
  'projectId': (string);
  'provider': (string);
  'groupRef': (string);
  'consumerRef': (string);
  'pageToken': (string);
}
