// Original file: protos/installation/v1/installation.proto


export interface GenerateUploadUrlRequest {
  /**
   * Of the key that asks; empty when a builder does.
   */
  'projectId'?: (string);
  /**
   * Base64; empty for any bytes.
   */
  'md5'?: (string);
}

export interface GenerateUploadUrlRequest__Output {
  /**
   * Of the key that asks; empty when a builder does.
   */
  'projectId': (string);
  /**
   * Base64; empty for any bytes.
   */
  'md5': (string);
}
