// Original file: protos/identity/v1/identity.proto


/**
 * Who asks, as Authenticate told.
 */
export interface Actor {
  /**
   * Empty for an API key.
   */
  'builderId'?: (string);
  /**
   * The org of an API key; empty for a builder.
   */
  'keyOrgId'?: (string);
  'email'?: (string);
  'emailVerified'?: (boolean);
}

/**
 * Who asks, as Authenticate told.
 */
export interface Actor__Output {
  /**
   * Empty for an API key.
   */
  'builderId': (string);
  /**
   * The org of an API key; empty for a builder.
   */
  'keyOrgId': (string);
  'email': (string);
  'emailVerified': (boolean);
}
