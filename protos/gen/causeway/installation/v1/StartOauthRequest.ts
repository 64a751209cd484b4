// Original file: protos/installation/v1/installation.proto


export interface StartOauthRequest {
  'projectId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'providerWorkspaceRef'?: (string);
  'providerMetadataJson'?: (string);
  'providerAppId'?: (string);
}

export interface StartOauthRequest__Output {
  'projectId': (string);
  'provider': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'providerWorkspaceRef': (string);
  'providerMetadataJson': (string);
  'providerAppId': (string);
}
