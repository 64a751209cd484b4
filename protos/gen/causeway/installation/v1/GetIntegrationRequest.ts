// Original file: protos/installation/v1/installation.proto


export interface GetIntegrationRequest {
  'projectId'?: (string);
  'integrationIdOrName'?: (string);
}

export interface GetIntegrationRequest__Output {
  'projectId': (string);
  'integrationIdOrName': (string);
}
