import type { Knex } from 'knex';
import { parseJson, stringifyJson } from '../../../../lib/json/json.ts';
import { scopesOf, type ApiKey, type ApiKeyStore } from '../domain/api_key.ts';

type Row = {
  id: string;
  project_id: string;
  label: string;
  key_hash: string;
  sealed_key: string;
  scopes: string;
  active: number;
  builder_id: string | null;
  create_time: number;
  update_time?: number | null;
};
const COLUMNS = [
  'id',
  'project_id',
  'label',
  'key_hash',
  'sealed_key',
  'scopes',
  'active',
  'builder_id',
  'create_time',
] as const;

export function sqlApiKeyStore(db: Knex): ApiKeyStore {
  const apiKeys = () => db<Row>('api_keys');
  return {
    async findByHash(keyHash) {
      const row = await apiKeys()
        .where({ key_hash: keyHash })
        .first(...COLUMNS);
      return row && toApiKey(row);
    },
    async list(projectId, { activeOnly }) {
      const query = apiKeys().where({ project_id: projectId }).orderBy('create_time').orderBy('id');
      const rows = await (activeOnly ? query.where({ active: 1 }) : query).select(...COLUMNS);
      return rows.map(toApiKey);
    },
    async findInProject(projectId, keyHash) {
      const row = await apiKeys()
        .where({ project_id: projectId, key_hash: keyHash })
        .first(...COLUMNS);
      return row && toApiKey(row);
    },
    async update(projectId, id, { label, active, scopes, updateTime }) {
      const change: Partial<Row> = {
        update_time: updateTime,
        ...(label !== undefined && { label }),
        ...(active !== undefined && { active: active ? 1 : 0 }),
        ...(scopes !== undefined && { scopes: stringifyJson(scopes) }),
      };
      return (await apiKeys().where({ project_id: projectId, id }).update(change)) > 0;
    },
    async remove(projectId, id) {
      return (await apiKeys().where({ project_id: projectId, id }).del()) > 0;
    },
    async insert({ id, projectId, label, keyHash, sealedKey, scopes, active, builderId, createTime }) {
      await apiKeys().insert({
        id,
        project_id: projectId,
        label,
        key_hash: keyHash,
        sealed_key: sealedKey,
        scopes: stringifyJson(scopes),
        active: active ? 1 : 0,
        builder_id: builderId,
        create_time: createTime,
      });
    },
  };
}

function toApiKey(row: Row): ApiKey {
  return {
    id: row.id,
    projectId: row.project_id,
    label: row.label,
    keyHash: row.key_hash,
    sealedKey: row.sealed_key,
    scopes: scopesOf(parseJson(row.scopes)),
    active: Boolean(row.active),
    builderId: row.builder_id,
    createTime: row.create_time,
  };
}
