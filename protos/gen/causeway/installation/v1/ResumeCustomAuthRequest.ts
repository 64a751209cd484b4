// Original file: protos/installation/v1/installation.proto


export interface ResumeCustomAuthRequest {
  'projectId'?: (string);
  'sessionId'?: (string);
  'callbackParams'?: ({[key: string]: string});
  /**
   * Of a customer who calls: a session of others is not there. Empty for everybody else.
   */
  'groupRef'?: (string);
  'consumerRef'?: (string);
}

export interface ResumeCustomAuthRequest__Output {
  'projectId': (string);
  'sessionId': (string);
  'callbackParams': ({[key: string]: string});
  /**
   * Of a customer who calls: a session of others is not there. Empty for everybody else.
   */
  'groupRef': (string);
  'consumerRef': (string);
}
