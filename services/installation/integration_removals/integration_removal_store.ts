import type { Knex } from 'knex';
import { tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { IntegrationRemoval, IntegrationRemovalStore } from './integration_removal.ts';

const removals = tableRecord<IntegrationRemoval>({
  projectId: textCell,
  integrationId: textCell,
  integrationName: textCell,
  createTime: timeCell,
});

export function sqlIntegrationRemovalStore(db: Knex): IntegrationRemovalStore {
  const table = () => db('integration_removals');
  const one = (projectId: string, integrationId: string) =>
    table().where({ project_id: projectId, integration_id: integrationId });
  return {
    async insert(removal) {
      await table().insert(removals.toRow(removal));
    },
    async lock(projectId, integrationId) {
      return Boolean(await one(projectId, integrationId).forUpdate().first('integration_id'));
    },
    async list(limit) {
      const rows = await table().orderBy(['create_time', 'integration_id']).limit(limit).select(removals.columns);
      return rows.map(removals.fromRow);
    },
    async remove(projectId, integrationId) {
      await one(projectId, integrationId).del();
    },
  };
}
