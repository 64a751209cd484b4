// Original file: protos/installation/v1/installation.proto


export interface GetCallAuthRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
}

export interface GetCallAuthRequest__Output {
  'projectId': (string);
  'connectionId': (string);
}
