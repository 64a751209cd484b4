import type { Knex } from 'knex';
import { flagCell, jsonCell, nullableCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { Json } from '../../../lib/json/json.ts';
import { type ApiKey, type ApiKeyStore, scopesOf } from './api_key.ts';

const apiKeyRecord = tableRecord<ApiKey>({
  id: textCell,
  projectId: textCell,
  label: textCell,
  keyHash: textCell,
  sealedKey: textCell,
  scopes: jsonCell((stored) => scopesOf(stored as Json)),
  active: flagCell,
  builderId: nullableCell(textCell),
  createTime: timeCell,
});

export function sqlApiKeyStore(db: Knex): ApiKeyStore {
  const apiKeys = () => db('api_keys');
  return {
    async findByHash(keyHash) {
      const row = await apiKeys().where({ key_hash: keyHash }).first(apiKeyRecord.columns);
      return row && apiKeyRecord.fromRow(row);
    },
    async list(projectId, { activeOnly }) {
      const query = apiKeys().where({ project_id: projectId }).orderBy('create_time').orderBy('id');
      const rows = await (activeOnly ? query.where({ active: 1 }) : query).select(apiKeyRecord.columns);
      return rows.map(apiKeyRecord.fromRow);
    },
    async findInProject(projectId, keyHash) {
      const row = await apiKeys().where({ project_id: projectId, key_hash: keyHash }).first(apiKeyRecord.columns);
      return row && apiKeyRecord.fromRow(row);
    },
    async update(projectId, id, { updateTime, ...change }) {
      const row = { ...apiKeyRecord.toRow(change), update_time: updateTime };
      return (await apiKeys().where({ project_id: projectId, id }).update(row)) > 0;
    },
    async remove(projectId, id) {
      return (await apiKeys().where({ project_id: projectId, id }).del()) > 0;
    },
    async insert(apiKey) {
      await apiKeys().insert(apiKeyRecord.toRow(apiKey));
    },
  };
}
