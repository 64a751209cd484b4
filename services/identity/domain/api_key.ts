import type { Json } from '../../../lib/json/json.ts';

export type ApiKeyScope = 'full' | 'frontend';

/** An API key. `sealedKey` opens only where a caller may list keys; `keyHash` is what a request is looked up by. */
export type ApiKey = {
  id: string;
  projectId: string;
  label: string;
  scopes: ApiKeyScope[];
  active: boolean;
  keyHash: string;
  sealedKey: string;
  createTime: number;
};

export type ApiKeyStore = {
  /** The one lookup without a project: it is how the project becomes known. */
  findByHash(keyHash: string): Promise<ApiKey | undefined>;
  list(projectId: string, options: { activeOnly: boolean }): Promise<ApiKey[]>;
  insert(apiKey: ApiKey): Promise<void>;
};

/** What a sealed key is bound to, so that it does not open in another row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `api_keys|${projectId}|${id}`;
}

export function scopesOf(value: Json): ApiKeyScope[] {
  return Array.isArray(value)
    ? value.filter((scope): scope is ApiKeyScope => scope === 'full' || scope === 'frontend')
    : [];
}
