// Original file: protos/installation/v1/installation.proto


export interface ListIntegrationsRequest {
  'projectId'?: (string);
  'pageToken'?: (string);
}

export interface ListIntegrationsRequest__Output {
  'projectId': (string);
  'pageToken': (string);
}
