// Original file: protos/installation/v1/installation.proto


export interface DeleteProviderAppRequest {
  'projectId'?: (string);
  'providerAppId'?: (string);
}

export interface DeleteProviderAppRequest__Output {
  'projectId': (string);
  'providerAppId': (string);
}
