import type { Json } from '../../../lib/json/json.ts';

export type ApiKeyScope = 'full' | 'frontend';

/** A key as shown to a caller. `key`: the value, or the masked value. */
export type ShownApiKey = ApiKey & { key: string };

/** An API key. Requests are looked up by `keyHash`; `sealedKey` is decrypted only for callers that may list keys. */
export type ApiKey = {
  id: string;
  projectId: string;
  label: string;
  scopes: ApiKeyScope[];
  active: boolean;
  keyHash: string;
  sealedKey: string;
  /** The builder who created the key. Null for a key of 0.1.0, and for a key that a key of 0.1.0 created. */
  builderId: string | null;
  createTime: number;
};

export type ApiKeyStore = {
  /** The only lookup without a project: the key determines the project. */
  findByHash(keyHash: string): Promise<ApiKey | undefined>;
  list(projectId: string, options: { activeOnly: boolean }): Promise<ApiKey[]>;
  findInProject(projectId: string, keyHash: string): Promise<ApiKey | undefined>;
  insert(apiKey: ApiKey): Promise<void>;
  /** False when the key does not exist. */
  update(projectId: string, id: string, change: ApiKeyChange & { updateTime: number }): Promise<boolean>;
  /** False when the key does not exist. */
  remove(projectId: string, id: string): Promise<boolean>;
};

export type ApiKeyChange = Partial<Pick<ApiKey, 'label' | 'active' | 'scopes'>>;
export const API_KEY_MASK = ['label', 'active', 'scopes'] as const;

/** The default scopes of a new key. They include all rights that keys had before scopes existed. */
export const DEFAULT_SCOPES: readonly ApiKeyScope[] = ['full'];

/** The associated data of an encrypted key; it binds the ciphertext to its row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `api_keys|${projectId}|${id}`;
}

export function scopesOf(value: Json): ApiKeyScope[] {
  return Array.isArray(value)
    ? value.filter((scope): scope is ApiKeyScope => scope === 'full' || scope === 'frontend')
    : [];
}
