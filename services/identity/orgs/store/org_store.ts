import type { Knex } from 'knex';
import { optional, record, text, time } from '../../../../lib/db/record.ts';
import type { Org, OrgStore } from '../domain/org.ts';

const orgRecord = record<Org>({
  id: text,
  label: text,
  defaultTeamId: text,
  createTime: time,
  updateTime: optional(time),
});

export function sqlOrgStore(db: Knex): OrgStore {
  const orgs = () => db('orgs');
  return {
    async find(orgId) {
      const row = await orgs().where({ id: orgId }).first(orgRecord.columns);
      return row && orgRecord.fromRow(row);
    },
    async insert(org, creatorId) {
      await orgs().insert({ ...orgRecord.toRow(org), creator_id: creatorId });
    },
    async rename(orgId, label, updateTime) {
      await orgs().where({ id: orgId }).update({ label, update_time: updateTime });
    },
  };
}
