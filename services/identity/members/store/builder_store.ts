import type { Knex } from 'knex';
import type { Builder, BuilderStore } from '../domain/builder.ts';

type Row = {
  id: string;
  idp_provider: string;
  idp_ref: string;
  first_name: string;
  last_name: string;
  primary_email: string;
  create_time: number;
};
const COLUMNS = ['id', 'idp_provider', 'idp_ref', 'first_name', 'last_name', 'primary_email', 'create_time'] as const;

export function sqlBuilderStore(db: Knex): BuilderStore {
  const builders = () => db<Row>('builders');
  return {
    async find(builderId) {
      const row = await builders()
        .where({ id: builderId })
        .first(...COLUMNS);
      return row && toBuilder(row);
    },
    async findByIdp(idpProvider, idpRef) {
      const row = await builders()
        .where({ idp_provider: idpProvider, idp_ref: idpRef })
        .first(...COLUMNS);
      return row && toBuilder(row);
    },
    async listOfOrg(orgId, { after, limit }) {
      const rows: Row[] = await db('memberships')
        .join('builders', 'builders.id', 'memberships.builder_id')
        .where('memberships.org_id', orgId)
        .where('memberships.builder_id', '>', after)
        .orderBy('memberships.builder_id')
        .limit(limit)
        .select(COLUMNS.map((column) => `builders.${column}`));
      return rows.map(toBuilder);
    },
    async insert({ id, idpProvider, idpRef, firstName, lastName, primaryEmail, createTime }) {
      await builders().insert({
        id,
        idp_provider: idpProvider,
        idp_ref: idpRef,
        first_name: firstName,
        last_name: lastName,
        primary_email: primaryEmail,
        create_time: createTime,
      });
    },
  };
}

function toBuilder(row: Row): Builder {
  return {
    id: row.id,
    idpProvider: row.idp_provider,
    idpRef: row.idp_ref,
    firstName: row.first_name,
    lastName: row.last_name,
    primaryEmail: row.primary_email,
    createTime: row.create_time,
  };
}
