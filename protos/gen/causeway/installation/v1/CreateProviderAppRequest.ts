// Original file: protos/installation/v1/installation.proto


export interface CreateProviderAppRequest {
  'projectId'?: (string);
  'provider'?: (string);
  'clientId'?: (string);
  'clientSecret'?: (string);
  'externalRef'?: (string);
  'scopes'?: (string)[];
  'metadataJson'?: (string);
}

export interface CreateProviderAppRequest__Output {
  'projectId': (string);
  'provider': (string);
  'clientId': (string);
  'clientSecret': (string);
  'externalRef': (string);
  'scopes': (string)[];
  'metadataJson': (string);
}
