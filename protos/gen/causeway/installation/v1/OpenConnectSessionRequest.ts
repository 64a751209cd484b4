// Original file: protos/installation/v1/installation.proto


export interface OpenConnectSessionRequest {
  /**
   * Of the link; empty when its browser comes back.
   */
  'token'?: (string);
  'sessionId'?: (string);
  /**
   * In the browser's cookie. Empty, with a token: shows the session, and does not use up the link.
   */
  'secret'?: (string);
}

export interface OpenConnectSessionRequest__Output {
  /**
   * Of the link; empty when its browser comes back.
   */
  'token': (string);
  'sessionId': (string);
  /**
   * In the browser's cookie. Empty, with a token: shows the session, and does not use up the link.
   */
  'secret': (string);
}
