import type { Knex } from 'knex';
import { tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { Builder, BuilderStore } from './builder.ts';

const builderRecord = tableRecord<Builder>({
  id: textCell,
  idpProvider: textCell,
  idpRef: textCell,
  firstName: textCell,
  lastName: textCell,
  primaryEmail: textCell,
  createTime: timeCell,
});

export function sqlBuilderStore(db: Knex): BuilderStore {
  const builders = () => db('builders');
  return {
    async find(builderId) {
      const row = await builders().where({ id: builderId }).first(builderRecord.columns);
      return row && builderRecord.fromRow(row);
    },
    async findByIdp(idpProvider, idpRef) {
      const row = await builders().where({ idp_provider: idpProvider, idp_ref: idpRef }).first(builderRecord.columns);
      return row && builderRecord.fromRow(row);
    },
    async listOfOrg(orgId, { after, limit }) {
      const rows = await db('memberships')
        .join('builders', 'builders.id', 'memberships.builder_id')
        .where('memberships.org_id', orgId)
        .where('memberships.builder_id', '>', after)
        .orderBy('memberships.builder_id')
        .limit(limit)
        .select([...builderRecord.columns.map((column) => `builders.${column}`), 'memberships.role']);
      return rows.map((row) => ({ ...builderRecord.fromRow(row), role: row.role }));
    },
    async insert(builder) {
      await builders().insert(builderRecord.toRow(builder));
    },
  };
}
