// Original file: protos/installation/v1/installation.proto


export interface DeleteInstallationRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
}

export interface DeleteInstallationRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
}
