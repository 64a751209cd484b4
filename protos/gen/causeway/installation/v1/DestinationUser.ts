// Original file: protos/installation/v1/installation.proto


export interface DestinationUser {
  'installationId'?: (string);
  'integrationName'?: (string);
  'groupRef'?: (string);
}

export interface DestinationUser__Output {
  'installationId': (string);
  'integrationName': (string);
  'groupRef': (string);
}
