import type { Knex } from 'knex';
import type { Builder, BuilderStore, Membership, MembershipStore, OrgRole } from '../domain/builder.ts';

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

type MembershipRow = { org_id: string; builder_id: string; role: string; create_time: number };

export function sqlMembershipStore(db: Knex): MembershipStore {
  const memberships = () => db<MembershipRow>('memberships');
  return {
    async listOfBuilder(builderId) {
      const rows = await memberships()
        .where({ builder_id: builderId })
        .orderBy('org_id')
        .select('org_id', 'builder_id', 'role', 'create_time');
      return rows.map(toMembership);
    },
    async firstOfOrg(orgId) {
      const row = await memberships()
        .where({ org_id: orgId })
        .orderBy('create_time')
        .first('org_id', 'builder_id', 'role', 'create_time');
      return row && toMembership(row);
    },
    async insert({ orgId, builderId, role, createTime }) {
      await memberships().insert({ org_id: orgId, builder_id: builderId, role, create_time: createTime });
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

function toMembership(row: MembershipRow): Membership {
  return { orgId: row.org_id, builderId: row.builder_id, role: row.role as OrgRole, createTime: row.create_time };
}
