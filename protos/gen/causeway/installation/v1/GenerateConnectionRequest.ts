// Original file: protos/installation/v1/installation.proto


export interface GenerateConnectionRequest {
  'projectId'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'provider'?: (string);
  'providerWorkspaceRef'?: (string);
  'providerMetadataJson'?: (string);
  /**
   * The credential fields of the request as they came: apiKey, basicAuth, oauth2ClientCredentials,
   * oauth2PasswordCredentials, oauth2AuthorizationCode, customAuth. Never logged.
   */
  'credentialsJson'?: (string);
}

export interface GenerateConnectionRequest__Output {
  'projectId': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'provider': (string);
  'providerWorkspaceRef': (string);
  'providerMetadataJson': (string);
  /**
   * The credential fields of the request as they came: apiKey, basicAuth, oauth2ClientCredentials,
   * oauth2PasswordCredentials, oauth2AuthorizationCode, customAuth. Never logged.
   */
  'credentialsJson': (string);
}
