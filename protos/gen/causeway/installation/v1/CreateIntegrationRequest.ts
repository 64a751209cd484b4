// Original file: protos/installation/v1/installation.proto


export interface CreateIntegrationRequest {
  'projectId'?: (string);
  'name'?: (string);
  'provider'?: (string);
  'specVersion'?: (string);
  'contentJson'?: (string);
}

export interface CreateIntegrationRequest__Output {
  'projectId': (string);
  'name': (string);
  'provider': (string);
  'specVersion': (string);
  'contentJson': (string);
}
