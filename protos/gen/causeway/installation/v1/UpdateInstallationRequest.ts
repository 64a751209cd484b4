// Original file: protos/installation/v1/installation.proto


export interface UpdateInstallationRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  'updateMask'?: (string)[];
  'connectionId'?: (string);
  'createdBy'?: (string);
  'configContentJson'?: (string);
  'skipSampling'?: (boolean);
}

export interface UpdateInstallationRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  'updateMask': (string)[];
  'connectionId': (string);
  'createdBy': (string);
  'configContentJson': (string);
  'skipSampling': (boolean);
}
