// Original file: protos/identity/v1/identity.proto


export interface SignInOptions {
  /**
   * The OpenID Connect issuer; empty when only links sign in.
   */
  'issuer'?: (string);
}

export interface SignInOptions__Output {
  /**
   * The OpenID Connect issuer; empty when only links sign in.
   */
  'issuer': (string);
}
