// Original file: protos/identity/v1/identity.proto


export interface UpdateApiKeyRequest {
  'projectId'?: (string);
  'key'?: (string);
  'updateMask'?: (string)[];
  /**
   * label, active and scopes; only those that were sent.
   */
  'valuesJson'?: (string);
}

export interface UpdateApiKeyRequest__Output {
  'projectId': (string);
  'key': (string);
  'updateMask': (string)[];
  /**
   * label, active and scopes; only those that were sent.
   */
  'valuesJson': (string);
}
