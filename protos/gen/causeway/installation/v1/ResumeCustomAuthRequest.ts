// Original file: protos/installation/v1/installation.proto


export interface ResumeCustomAuthRequest {
  'projectId'?: (string);
  'sessionId'?: (string);
  'callbackParams'?: ({[key: string]: string});
  /**
   * The calling customer; another customer's session is not found. Empty for other callers.
   */
  'groupRef'?: (string);
  'consumerRef'?: (string);
  /**
   * Of a connect session; empty for other callers.
   */
  'provider'?: (string);
}

export interface ResumeCustomAuthRequest__Output {
  'projectId': (string);
  'sessionId': (string);
  'callbackParams': ({[key: string]: string});
  /**
   * The calling customer; another customer's session is not found. Empty for other callers.
   */
  'groupRef': (string);
  'consumerRef': (string);
  /**
   * Of a connect session; empty for other callers.
   */
  'provider': (string);
}
