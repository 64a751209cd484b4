// Original file: protos/installation/v1/installation.proto


export interface SignIn {
  'projectId'?: (string);
  'providerName'?: (string);
  'providerOrigin'?: (string);
  'groupName'?: (string);
  'consumerName'?: (string);
  'isReconnect'?: (boolean);
  /**
   * Another browser went on from the page.
   */
  'isTaken'?: (boolean);
}

export interface SignIn__Output {
  'projectId': (string);
  'providerName': (string);
  'providerOrigin': (string);
  'groupName': (string);
  'consumerName': (string);
  'isReconnect': (boolean);
  /**
   * Another browser went on from the page.
   */
  'isTaken': (boolean);
}
