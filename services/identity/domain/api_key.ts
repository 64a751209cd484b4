import type { Json } from '../../../lib/json/json.ts';

export type ApiKeyScope = 'full' | 'frontend';

/** A key as a caller sees it: with its value, or what is left of it where values are not shown. */
export type ShownApiKey = ApiKey & { key: string };

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
  findInProject(projectId: string, keyHash: string): Promise<ApiKey | undefined>;
  insert(apiKey: ApiKey): Promise<void>;
  /** False when there was none. */
  update(projectId: string, id: string, change: ApiKeyChange & { updateTime: number }): Promise<boolean>;
  /** False when there was none. */
  remove(projectId: string, id: string): Promise<boolean>;
};

export type ApiKeyChange = Partial<Pick<ApiKey, 'label' | 'active' | 'scopes'>>;
export const API_KEY_MASK = ['label', 'active', 'scopes'] as const;

/** What a key made without scopes may do: what a key could do before there were scopes. */
export const DEFAULT_SCOPES: readonly ApiKeyScope[] = ['full'];

/** What a sealed key is bound to, so that it does not open in another row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `api_keys|${projectId}|${id}`;
}

export function scopesOf(value: Json): ApiKeyScope[] {
  return Array.isArray(value)
    ? value.filter((scope): scope is ApiKeyScope => scope === 'full' || scope === 'frontend')
    : [];
}
