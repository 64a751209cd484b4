import type { Knex } from 'knex';
import type { JwtKey, JwtKeyStore } from '../domain/jwt_key.ts';

type Row = {
  id: string;
  project_id: string;
  label: string;
  public_key_pem: string;
  active: number;
  create_time: number;
  update_time: number;
};
const COLUMNS = ['id', 'project_id', 'label', 'public_key_pem', 'active', 'create_time', 'update_time'] as const;

export function sqlJwtKeyStore(db: Knex): JwtKeyStore {
  const jwtKeys = () => db<Row>('jwt_keys');
  const first = async (where: Partial<Row>) => {
    const row = await jwtKeys()
      .where(where)
      .first(...COLUMNS);
    return row && toJwtKey(row);
  };
  return {
    findByKid: (kid) => first({ id: kid }),
    find: (projectId, id) => first({ project_id: projectId, id }),
    async list(projectId, { activeOnly }) {
      const query = jwtKeys().where({ project_id: projectId }).orderBy('create_time').orderBy('id');
      return (await (activeOnly ? query.where({ active: 1 }) : query).select(...COLUMNS)).map(toJwtKey);
    },
    async insert({ id, projectId, label, publicKeyPem, active, createTime, updateTime }) {
      await jwtKeys().insert({
        id,
        project_id: projectId,
        label,
        public_key_pem: publicKeyPem,
        active: active ? 1 : 0,
        create_time: createTime,
        update_time: updateTime,
      });
    },
    async update(projectId, id, { label, active, updateTime }) {
      const change: Partial<Row> = {
        update_time: updateTime,
        ...(label !== undefined && { label }),
        ...(active !== undefined && { active: active ? 1 : 0 }),
      };
      return (await jwtKeys().where({ project_id: projectId, id }).update(change)) > 0;
    },
    async remove(projectId, id) {
      return (await jwtKeys().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}

function toJwtKey(row: Row): JwtKey {
  return {
    id: row.id,
    projectId: row.project_id,
    label: row.label,
    publicKeyPem: row.public_key_pem,
    active: Boolean(row.active),
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
