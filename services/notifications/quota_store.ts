import type { Knex } from 'knex';
import { reserveQuota } from '../../lib/db/reserve_room.ts';
import type { QuotaLimits, QuotaName, QuotaStore } from './quota.ts';

export const NO_LIMITS: QuotaLimits = { destinations: 0, topics: 0, routes: 0 };

const SETTINGS: Readonly<Record<QuotaName, string>> = {
  destinations: 'CAUSEWAY_NOTIFICATIONS_MAX_DESTINATIONS',
  topics: 'CAUSEWAY_NOTIFICATIONS_MAX_TOPICS',
  routes: 'CAUSEWAY_NOTIFICATIONS_MAX_ROUTES',
};

export function sqlQuotaStore(db: Knex, limits: QuotaLimits): QuotaStore {
  const rowsOf = (name: QuotaName, projectId: string) => {
    const where = { project_id: projectId };
    if (name !== 'routes') return db(name).where(where);
    const some = db('event_topic_routes').where(where).select('id');
    return db.from(some.unionAll([db('topic_destination_routes').where(where).select('id')]).as('routes'));
  };
  return {
    reserve: (name, projectId) =>
      reserveQuota(db, {
        quota: { max: limits[name], setting: SETTINGS[name], things: name, owner: 'project' },
        scope: `${name}:${projectId}`,
        rows: rowsOf(name, projectId),
        adding: 1,
      }),
  };
}
