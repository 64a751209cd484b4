// Original file: protos/installation/v1/installation.proto


export interface ListProviderAppsRequest {
  'projectId'?: (string);
}

export interface ListProviderAppsRequest__Output {
  'projectId': (string);
}
