/** A public key that verifies customers' tokens, which the builder signs. Its `id` is the `kid` of these tokens. */
export type JwtKey = {
  id: string;
  projectId: string;
  label: string;
  /** PEM of the SPKI; used to verify and shown to callers. */
  publicKeyPem: string;
  active: boolean;
  createTime: number;
  updateTime: number;
};

export type JwtKeyChange = Partial<Pick<JwtKey, 'label' | 'active'>>;
export const JWT_KEY_MASK = ['label', 'active'] as const;

export type JwtKeyStore = {
  /** The only lookup without a project: the `kid` of a token determines the project. */
  findByKid(kid: string): Promise<JwtKey | undefined>;
  find(projectId: string, id: string): Promise<JwtKey | undefined>;
  list(projectId: string, options: { activeOnly: boolean }): Promise<JwtKey[]>;
  insert(jwtKey: JwtKey): Promise<void>;
  /** False when the key does not exist. */
  update(projectId: string, id: string, change: JwtKeyChange & { updateTime: number }): Promise<boolean>;
  /** False when the key does not exist. */
  remove(projectId: string, id: string): Promise<boolean>;
};
