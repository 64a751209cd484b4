import type { Knex } from 'knex';
import type { Project, ProjectStore } from '../domain/project.ts';

type Row = {
  id: string;
  name: string;
  app_name: string;
  org_id: string;
  allowed_origins: string | null;
  restrict_frontend_keys: number | boolean | null;
  create_time: number;
  update_time: number | null;
};
const COLUMNS = [
  'id',
  'name',
  'app_name',
  'org_id',
  'allowed_origins',
  'restrict_frontend_keys',
  'create_time',
  'update_time',
] as const;

export function sqlProjectStore(db: Knex): ProjectStore {
  const projects = () => db<Row>('projects');

  async function find(projectId: string): Promise<Project | undefined> {
    const row = await projects()
      .where({ id: projectId })
      .first(...COLUMNS);
    return row && toProject(row);
  }
  return {
    find,
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
    async insert({ id, name, appName, orgId, allowedOrigins, restrictFrontendKeys, createTime, updateTime }) {
      await projects().insert({
        id,
        name,
        app_name: appName,
        org_id: orgId,
        allowed_origins: allowedOrigins && JSON.stringify(allowedOrigins),
        restrict_frontend_keys: restrictFrontendKeys,
        create_time: createTime,
        update_time: updateTime,
      });
    },
    async update(projectId, { name, appName, allowedOrigins, restrictFrontendKeys }, updateTime) {
      const change = {
        ...(name !== undefined && { name }),
        ...(appName !== undefined && { app_name: appName }),
        ...(allowedOrigins !== undefined && { allowed_origins: JSON.stringify(allowedOrigins) }),
        ...(restrictFrontendKeys !== undefined && { restrict_frontend_keys: restrictFrontendKeys }),
        update_time: updateTime,
      };
      await projects().where({ id: projectId }).update(change);
      return find(projectId);
    },
  };
}

function toProject(row: Row): Project {
  return {
    id: row.id,
    name: row.name,
    appName: row.app_name,
    orgId: row.org_id,
    allowedOrigins: row.allowed_origins === null ? null : (JSON.parse(row.allowed_origins) as string[]),
    restrictFrontendKeys: Boolean(row.restrict_frontend_keys),
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
