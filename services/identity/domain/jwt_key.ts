/** A public key of the builder's own signer. `id` is the `kid` that its tokens name. */
export type JwtKey = {
  id: string;
  projectId: string;
  label: string;
  /** SPKI, as it is checked and shown. */
  publicKeyPem: string;
  active: boolean;
  createTime: number;
  updateTime: number;
};

export type JwtKeyChange = Partial<Pick<JwtKey, 'label' | 'active'>>;
export const JWT_KEY_MASK = ['label', 'active'] as const;

export type JwtKeyStore = {
  /** The one lookup without a project: the key a token names is how the project becomes known. */
  findByKid(kid: string): Promise<JwtKey | undefined>;
  find(projectId: string, id: string): Promise<JwtKey | undefined>;
  list(projectId: string, options: { activeOnly: boolean }): Promise<JwtKey[]>;
  insert(jwtKey: JwtKey): Promise<void>;
  /** False when there was none. */
  update(projectId: string, id: string, change: JwtKeyChange & { updateTime: number }): Promise<boolean>;
  /** False when there was none. */
  remove(projectId: string, id: string): Promise<boolean>;
};
