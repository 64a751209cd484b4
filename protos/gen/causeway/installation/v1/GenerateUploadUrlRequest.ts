// Original file: protos/installation/v1/installation.proto


export interface GenerateUploadUrlRequest {
  /**
   * The project of the calling key; empty if a builder calls.
   */
  'projectId'?: (string);
  /**
   * Base64; empty for any bytes.
   */
  'md5'?: (string);
}

export interface GenerateUploadUrlRequest__Output {
  /**
   * The project of the calling key; empty if a builder calls.
   */
  'projectId': (string);
  /**
   * Base64; empty for any bytes.
   */
  'md5': (string);
}
