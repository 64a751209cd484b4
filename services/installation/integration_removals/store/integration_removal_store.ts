import type { Knex } from 'knex';
import type { IntegrationRemovalStore } from '../domain/integration_removal.ts';

type Row = { integration_id: string; project_id: string; integration_name: string; create_time: number };

export function sqlIntegrationRemovalStore(db: Knex): IntegrationRemovalStore {
  const removals = () => db<Row>('integration_removals');
  const one = (projectId: string, integrationId: string) =>
    removals().where({ project_id: projectId, integration_id: integrationId });
  return {
    async insert({ projectId, integrationId, integrationName, createTime }) {
      await removals().insert({
        integration_id: integrationId,
        project_id: projectId,
        integration_name: integrationName,
        create_time: createTime,
      });
    },
    async lock(projectId, integrationId) {
      return Boolean(await one(projectId, integrationId).forUpdate().first('integration_id'));
    },
    async list(limit) {
      const rows: Row[] = await removals()
        .orderBy(['create_time', 'integration_id'])
        .limit(limit)
        .select('integration_id', 'project_id', 'integration_name', 'create_time');
      return rows.map((row) => ({
        projectId: row.project_id,
        integrationId: row.integration_id,
        integrationName: row.integration_name,
        createTime: row.create_time,
      }));
    },
    async remove(projectId, integrationId) {
      await one(projectId, integrationId).del();
    },
  };
}
