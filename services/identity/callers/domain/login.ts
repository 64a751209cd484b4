/** The claims of a token of the builders' identity provider. */
export type Login = {
  /** Provider and subject; together they identify a builder. */
  idpProvider: string;
  idpRef: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** The identity provider whose tokens are accepted in addition to our own. */
export type IdentityProvider = {
  issuer: string;
  /** Null for an invalid token. Throws unavailable when its key is unknown and the provider is unavailable. */
  verify(token: string): Promise<Login | null>;
};
