// Original file: protos/installation/v1/installation.proto


export interface InstallationKey {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
}

export interface InstallationKey__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
}
