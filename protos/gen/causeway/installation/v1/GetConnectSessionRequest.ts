// Original file: protos/installation/v1/installation.proto


export interface GetConnectSessionRequest {
  'projectId'?: (string);
  'id'?: (string);
}

export interface GetConnectSessionRequest__Output {
  'projectId': (string);
  'id': (string);
}
