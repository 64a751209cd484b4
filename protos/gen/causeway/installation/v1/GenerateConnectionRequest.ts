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
   * The unparsed credential fields of the request: apiKey, basicAuth, oauth2ClientCredentials,
   * oauth2PasswordCredentials, oauth2AuthorizationCode, customAuth. Never logged.
   */
  'credentialsJson'?: (string);
  /**
   * An integration whose first object is asked for where the provider has no health check; may be empty.
   */
  'integrationIdOrName'?: (string);
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
   * The unparsed credential fields of the request: apiKey, basicAuth, oauth2ClientCredentials,
   * oauth2PasswordCredentials, oauth2AuthorizationCode, customAuth. Never logged.
   */
  'credentialsJson': (string);
  /**
   * An integration whose first object is asked for where the provider has no health check; may be empty.
   */
  'integrationIdOrName': (string);
}
