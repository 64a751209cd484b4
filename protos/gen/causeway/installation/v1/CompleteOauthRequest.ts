// Original file: protos/installation/v1/installation.proto


export interface CompleteOauthRequest {
  'state'?: (string);
  'code'?: (string);
  'error'?: (string);
  'errorDescription'?: (string);
  'issuer'?: (string);
  /**
   * From the browser's cookies.
   */
  'browserSecrets'?: (string)[];
}

export interface CompleteOauthRequest__Output {
  'state': (string);
  'code': (string);
  'error': (string);
  'errorDescription': (string);
  'issuer': (string);
  /**
   * From the browser's cookies.
   */
  'browserSecrets': (string)[];
}
