// Original file: protos/installation/v1/installation.proto


export interface OauthResult {
  'connectionId'?: (string);
  'error'?: (string);
  /**
   * expired, otherBrowser, accessDenied or failed.
   */
  'errorCode'?: (string);
  /**
   * Whose sign-in it was, and who is told; empty when unknown.
   */
  'projectId'?: (string);
  'openerOrigin'?: (string);
  'returnUrl'?: (string);
}

export interface OauthResult__Output {
  'connectionId': (string);
  'error': (string);
  /**
   * expired, otherBrowser, accessDenied or failed.
   */
  'errorCode': (string);
  /**
   * Whose sign-in it was, and who is told; empty when unknown.
   */
  'projectId': (string);
  'openerOrigin': (string);
  'returnUrl': (string);
}
