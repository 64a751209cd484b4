// Original file: protos/identity/v1/identity.proto


export interface RefreshConsoleSessionRequest {
  'secret'?: (string);
  /**
   * Empty for a builder token alone.
   */
  'projectIdOrName'?: (string);
}

export interface RefreshConsoleSessionRequest__Output {
  'secret': (string);
  /**
   * Empty for a builder token alone.
   */
  'projectIdOrName': (string);
}
