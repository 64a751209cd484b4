// Original file: protos/installation/v1/installation.proto


export interface FinishConnectSessionRequest {
  'sessionId'?: (string);
  'secret'?: (string);
  /**
   * Empty when the account was disconnected.
   */
  'connectionId'?: (string);
  'installationId'?: (string);
}

export interface FinishConnectSessionRequest__Output {
  'sessionId': (string);
  'secret': (string);
  /**
   * Empty when the account was disconnected.
   */
  'connectionId': (string);
  'installationId': (string);
}
