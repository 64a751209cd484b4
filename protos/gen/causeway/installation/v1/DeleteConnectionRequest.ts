// Original file: protos/installation/v1/installation.proto


export interface DeleteConnectionRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
}

export interface DeleteConnectionRequest__Output {
  'projectId': (string);
  'connectionId': (string);
}
