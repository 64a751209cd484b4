// Original file: protos/identity/v1/identity.proto


export interface StartedSignIn {
  'url'?: (string);
  /**
   * For FinishSignIn; kept in the browser's cookie.
   */
  'state'?: (string);
  'nonce'?: (string);
  'codeVerifier'?: (string);
}

export interface StartedSignIn__Output {
  'url': (string);
  /**
   * For FinishSignIn; kept in the browser's cookie.
   */
  'state': (string);
  'nonce': (string);
  'codeVerifier': (string);
}
