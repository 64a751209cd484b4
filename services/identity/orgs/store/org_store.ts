import type { Knex } from 'knex';
import type { OrgStore } from '../domain/org.ts';

type Row = { id: string; label: string; default_team_id: string; create_time: number; update_time: number | null };
type Created = { creator_id: string | null };

export function sqlOrgStore(db: Knex): OrgStore {
  const orgs = () => db<Row & Created>('orgs');
  return {
    async find(orgId) {
      const row = await orgs()
        .where({ id: orgId })
        .first('id', 'label', 'default_team_id', 'create_time', 'update_time');
      return (
        row && {
          id: row.id,
          label: row.label,
          defaultTeamId: row.default_team_id,
          createTime: row.create_time,
          updateTime: row.update_time,
        }
      );
    },
    async insert({ id, label, defaultTeamId, createTime, updateTime }, creatorId) {
      await orgs().insert({
        id,
        label,
        default_team_id: defaultTeamId,
        creator_id: creatorId,
        create_time: createTime,
        update_time: updateTime,
      });
    },
    async rename(orgId, label, updateTime) {
      await orgs().where({ id: orgId }).update({ label, update_time: updateTime });
    },
  };
}
