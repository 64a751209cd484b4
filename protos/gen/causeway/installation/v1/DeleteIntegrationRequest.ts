// Original file: protos/installation/v1/installation.proto


export interface DeleteIntegrationRequest {
  'projectId'?: (string);
  'integrationIdOrName'?: (string);
}

export interface DeleteIntegrationRequest__Output {
  'projectId': (string);
  'integrationIdOrName': (string);
}
