// Original file: protos/identity/v1/identity.proto


export interface CreateApiKeyRequest {
  'projectId'?: (string);
  'label'?: (string);
  /**
   * Empty for the default scopes.
   */
  'scopes'?: (string)[];
  /**
   * On whose behalf it is created; empty when unknown.
   */
  'builderId'?: (string);
}

export interface CreateApiKeyRequest__Output {
  'projectId': (string);
  'label': (string);
  /**
   * Empty for the default scopes.
   */
  'scopes': (string)[];
  /**
   * On whose behalf it is created; empty when unknown.
   */
  'builderId': (string);
}
