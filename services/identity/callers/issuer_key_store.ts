import type { Knex } from 'knex';
import type { IssuerKeyStore } from './issuer_key.ts';

export function sqlIssuerKeyStore(db: Knex): IssuerKeyStore {
  return {
    async find() {
      const row = await db<{ id: string; sealed_key: string }>('issuer_keys')
        .where({ id: 'current' })
        .first('sealed_key');
      return row?.sealed_key;
    },
    async insert(sealedKey, createTime) {
      await db('issuer_keys')
        .insert({ id: 'current', sealed_key: sealedKey, create_time: createTime })
        .onConflict('id')
        .ignore();
    },
  };
}
