import type { Knex } from 'knex';
import { flagCell, jsonCell, nullableCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { Project, ProjectStore } from './project.ts';

const projectRecord = tableRecord<Project>({
  id: textCell,
  name: textCell,
  appName: textCell,
  orgId: textCell,
  allowedOrigins: nullableCell(jsonCell<string[]>()),
  restrictFrontendKeys: flagCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlProjectStore(db: Knex): ProjectStore {
  const projects = () => db('projects');

  async function find(projectId: string): Promise<Project | undefined> {
    const row = await projects().where({ id: projectId }).first(projectRecord.columns);
    return row && projectRecord.fromRow(row);
  }
  return {
    find,
    async findByName(name) {
      const row = await projects().where({ name }).first(projectRecord.columns);
      return row && projectRecord.fromRow(row);
    },
    async listOfOrg(orgId) {
      return (await projects().where({ org_id: orgId }).orderBy('id').select(projectRecord.columns)).map(
        projectRecord.fromRow,
      );
    },
    async listByIds(projectIds) {
      return (await projects().whereIn('id', projectIds).orderBy('id').select(projectRecord.columns)).map(
        projectRecord.fromRow,
      );
    },
    async insert(project) {
      await projects().insert(projectRecord.toRow(project));
    },
    async update(projectId, change, updateTime) {
      await projects()
        .where({ id: projectId })
        .update(projectRecord.toRow({ ...change, updateTime }));
      return find(projectId);
    },
  };
}
