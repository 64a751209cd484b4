import type { Knex } from 'knex';
import type { Project, ProjectStore } from '../domain/project.ts';

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
    async update(projectId, { name, appName }, updateTime) {
      const change = {
        ...(name !== undefined && { name }),
        ...(appName !== undefined && { app_name: appName }),
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
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
