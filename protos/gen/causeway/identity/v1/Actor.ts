// Original file: protos/identity/v1/identity.proto


/**
 * The caller, as Authenticate returned it.
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
 * The caller, as Authenticate returned it.
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
