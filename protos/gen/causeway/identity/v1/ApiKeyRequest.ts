// Original file: protos/identity/v1/identity.proto


export interface ApiKeyRequest {
  'projectId'?: (string);
  /**
   * The value itself.
   */
  'key'?: (string);
}

export interface ApiKeyRequest__Output {
  'projectId': (string);
  /**
   * The value itself.
   */
  'key': (string);
}
