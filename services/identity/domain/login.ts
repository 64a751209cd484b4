/** What a token of the builders' identity provider says of the person who signed in there. */
export type Login = {
  /** The provider's name and its name for the person: together they make a builder one and the same. */
  idpProvider: string;
  idpRef: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** The identity provider whose tokens are accepted beside our own. */
export type IdentityProvider = {
  issuer: string;
  /** Null for a token that is not good. Throws unavailable when its key is unknown and the provider cannot be asked. */
  verify(token: string): Promise<Login | null>;
};
