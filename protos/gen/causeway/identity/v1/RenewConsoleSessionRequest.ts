// Original file: protos/identity/v1/identity.proto


export interface RenewConsoleSessionRequest {
  'secret'?: (string);
  /**
   * Empty for a builder token alone.
   */
  'projectIdOrName'?: (string);
}

export interface RenewConsoleSessionRequest__Output {
  'secret': (string);
  /**
   * Empty for a builder token alone.
   */
  'projectIdOrName': (string);
}
