// Original file: protos/identity/v1/identity.proto


export interface AuthenticateRequest {
  /**
   * Exactly one of the two credentials.
   */
  'apiKey'?: (string);
  'bearerToken'?: (string);
  /**
   * Empty if the operation belongs to no project.
   */
  'projectIdOrName'?: (string);
}

export interface AuthenticateRequest__Output {
  /**
   * Exactly one of the two credentials.
   */
  'apiKey': (string);
  'bearerToken': (string);
  /**
   * Empty if the operation belongs to no project.
   */
  'projectIdOrName': (string);
}
