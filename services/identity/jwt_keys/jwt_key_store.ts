import type { Knex } from 'knex';
import { flagCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { JwtKey, JwtKeyStore } from './jwt_key.ts';

const jwtKeyRecord = tableRecord<JwtKey>({
  id: textCell,
  projectId: textCell,
  label: textCell,
  publicKeyPem: textCell,
  active: flagCell,
  createTime: timeCell,
  updateTime: timeCell,
});

export function sqlJwtKeyStore(db: Knex): JwtKeyStore {
  const jwtKeys = () => db('jwt_keys');
  const first = async (where: Record<string, string>) => {
    const row = await jwtKeys().where(where).first(jwtKeyRecord.columns);
    return row && jwtKeyRecord.fromRow(row);
  };
  return {
    findByKid: (kid) => first({ id: kid }),
    find: (projectId, id) => first({ project_id: projectId, id }),
    async list(projectId, { activeOnly }) {
      const query = jwtKeys().where({ project_id: projectId }).orderBy('create_time').orderBy('id');
      return (await (activeOnly ? query.where({ active: 1 }) : query).select(jwtKeyRecord.columns)).map(
        jwtKeyRecord.fromRow,
      );
    },
    async insert(jwtKey) {
      await jwtKeys().insert(jwtKeyRecord.toRow(jwtKey));
    },
    async update(projectId, id, change) {
      return (await jwtKeys().where({ project_id: projectId, id }).update(jwtKeyRecord.toRow(change))) > 0;
    },
    async remove(projectId, id) {
      return (await jwtKeys().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}
