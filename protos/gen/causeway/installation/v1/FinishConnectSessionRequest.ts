// Original file: protos/installation/v1/installation.proto


export interface FinishConnectSessionRequest {
  'sessionId'?: (string);
  'secret'?: (string);
  /**
   * Empty unless the account is connected.
   */
  'connectionId'?: (string);
  'installationId'?: (string);
  /**
   * connected, disconnected or cancelled.
   */
  'status'?: (string);
}

export interface FinishConnectSessionRequest__Output {
  'sessionId': (string);
  'secret': (string);
  /**
   * Empty unless the account is connected.
   */
  'connectionId': (string);
  'installationId': (string);
  /**
   * connected, disconnected or cancelled.
   */
  'status': (string);
}
