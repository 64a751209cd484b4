/** Stores Causeway's own signing key, encrypted. There is exactly one. */
export type IssuerKeyStore = {
  find(): Promise<string | undefined>;
  /** Stores the key unless another replica has stored one before. */
  insert(sealedKey: string, createTime: number): Promise<void>;
};
