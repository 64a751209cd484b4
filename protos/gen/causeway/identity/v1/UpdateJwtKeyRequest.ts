// Original file: protos/identity/v1/identity.proto


export interface UpdateJwtKeyRequest {
  'projectId'?: (string);
  'keyId'?: (string);
  'updateMask'?: (string)[];
  /**
   * label and active; only those that were sent.
   */
  'valuesJson'?: (string);
}

export interface UpdateJwtKeyRequest__Output {
  'projectId': (string);
  'keyId': (string);
  'updateMask': (string)[];
  /**
   * label and active; only those that were sent.
   */
  'valuesJson': (string);
}
