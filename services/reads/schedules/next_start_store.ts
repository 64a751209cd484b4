import type { Knex } from 'knex';
import type { NextStartStore } from './schedule.ts';

export function sqlNextStartStore(db: Knex): NextStartStore {
  return {
    async ofInstallation(projectId, installationId) {
      const rows: { id: string; next_time: number }[] = await db('schedules')
        .where({ project_id: projectId, installation_id: installationId, state: 'armed' })
        .whereNotNull('next_time')
        .select('id', 'next_time');
      return new Map(rows.map(({ id, next_time: time }) => [id, Number(time)]));
    },
  };
}
