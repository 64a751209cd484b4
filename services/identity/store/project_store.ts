import type { Knex } from 'knex';
import type { BillingAccountStore, OrgStore, Project, ProjectStore } from '../domain/project.ts';

type Row = {
  id: string;
  name: string;
  app_name: string;
  org_id: string;
  create_time: number;
  update_time: number | null;
};
const COLUMNS = ['id', 'name', 'app_name', 'org_id', 'create_time', 'update_time'] as const;

export function sqlProjectStore(db: Knex): ProjectStore {
  const projects = () => db<Row>('projects');
  return {
    async find(projectId) {
      const row = await projects()
        .where({ id: projectId })
        .first(...COLUMNS);
      return row && toProject(row);
    },
    async findByName(name) {
      const row = await projects()
        .where({ name })
        .first(...COLUMNS);
      return row && toProject(row);
    },
    async listOfOrg(orgId) {
      return (
        await projects()
          .where({ org_id: orgId })
          .orderBy('id')
          .select(...COLUMNS)
      ).map(toProject);
    },
    async listByIds(projectIds) {
      return (
        await projects()
          .whereIn('id', projectIds)
          .orderBy('id')
          .select(...COLUMNS)
      ).map(toProject);
    },
    async insert({ id, name, appName, orgId, createTime, updateTime }) {
      await projects().insert({
        id,
        name,
        app_name: appName,
        org_id: orgId,
        create_time: createTime,
        update_time: updateTime,
      });
    },
  };
}

export function sqlOrgStore(db: Knex): OrgStore {
  return {
    async insert({ id, label, defaultTeamId, createTime }) {
      await db('orgs').insert({ id, label, default_team_id: defaultTeamId, create_time: createTime });
    },
  };
}

type AccountRow = {
  id: string;
  org_id: string;
  display_name: string;
  billing_provider: string;
  billing_provider_ref: string;
  create_time: number;
};

export function sqlBillingAccountStore(db: Knex): BillingAccountStore {
  const accounts = () => db<AccountRow>('billing_accounts');
  return {
    async findOfOrg(orgId) {
      const row = await accounts()
        .where({ org_id: orgId })
        .first('id', 'org_id', 'display_name', 'billing_provider', 'billing_provider_ref', 'create_time');
      return (
        row && {
          id: row.id,
          orgId: row.org_id,
          displayName: row.display_name,
          billingProvider: row.billing_provider,
          billingProviderRef: row.billing_provider_ref,
          createTime: row.create_time,
        }
      );
    },
    async insert({ id, orgId, displayName, billingProvider, billingProviderRef, createTime }) {
      await accounts().insert({
        id,
        org_id: orgId,
        display_name: displayName,
        billing_provider: billingProvider,
        billing_provider_ref: billingProviderRef,
        create_time: createTime,
      });
    },
  };
}

function toProject(row: Row): Project {
  return {
    id: row.id,
    name: row.name,
    appName: row.app_name,
    orgId: row.org_id,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
