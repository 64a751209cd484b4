import type { Knex } from 'knex';
import type { Destination, DestinationStatus, DestinationStore, Failing } from './destination.ts';

type Row = {
  id: string;
  project_id: string;
  name: string;
  status: string;
  failing: string | null;
  event_time: number;
  walk_state: string;
  walk_after: string;
};
const COLUMNS = ['id', 'project_id', 'name', 'status', 'failing'] as const;
const WALK = { walk_state: 'due', walk_after: '' };

export function sqlDestinationStore(db: Knex): DestinationStore {
  const destinations = () => db<Row>('destinations');

  /** Whether a destination of this name was deleted, so that objects may wait for a new one. */
  async function isAwaited({ project_id, name }: Pick<Row, 'project_id' | 'name'>): Promise<boolean> {
    return (await destinations().where({ project_id, name, status: 'deleted' }).first('id')) !== undefined;
  }

  return {
    async save({ id, projectId, name, status, failing, eventTime }) {
      // A row to lock: two first events of a destination may be handled at the same time.
      await destinations()
        .insert({ id, project_id: projectId, name, status: 'active', event_time: 0, ...WALK, walk_state: 'done' })
        .onConflict('id')
        .ignore();
      const row = await destinations().where({ id }).forUpdate().first();
      if (!row || row.event_time > eventTime) return;
      const now = status ?? (row.status as DestinationStatus);
      // Every change of a destination tells its status: also what an active one refused is then read again.
      const isNews =
        row.event_time === 0
          ? now !== 'active' || (await isAwaited({ project_id: projectId, name }))
          : status !== undefined || row.name !== name;
      const fails = failing === undefined ? row.failing : failing && JSON.stringify(failing);
      const isHealthNews = fails !== row.failing && row.walk_state !== 'due';
      await destinations()
        .where({ id })
        .update({
          name,
          status: now,
          failing: fails,
          event_time: eventTime,
          ...(fails !== row.failing && { walk_after: '' }),
          ...(isHealthNews && { walk_state: 'health' }),
          ...(isNews && WALK),
        });
    },
    async listOf(plans) {
      if (plans.length === 0) return [];
      const projectIds = distinct(plans.map(({ projectId }) => projectId));
      const ids = distinct(plans.flatMap(({ destinationId }) => destinationId || []));
      const names = distinct(
        plans.flatMap(({ destinationId, destinationName }) => (destinationId ? [] : destinationName)),
      );
      const rows = await destinations()
        .whereIn('project_id', projectIds)
        .where((which) => which.whereIn('id', ids).orWhereIn('name', names))
        .select(...COLUMNS);
      return rows.map(toDestination);
    },
    async hasBlocking(projectId) {
      const row = await destinations()
        .where({ project_id: projectId })
        .whereIn('status', ['disabled', 'deleted'])
        .first('id');
      return row !== undefined;
    },
    async lockWalk() {
      const row = await destinations()
        .whereIn('walk_state', ['due', 'health'])
        .orderBy('event_time')
        .forUpdate()
        .first();
      return (
        row && {
          ...toDestination(row),
          after: row.walk_after,
          eventTime: row.event_time,
          isHealthOnly: row.walk_state === 'health',
        }
      );
    },
    async setWalk({ id }, after) {
      await destinations()
        .where({ id })
        .update(after === null ? { walk_state: 'done' } : { walk_after: after });
    },
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function toDestination(row: Pick<Row, (typeof COLUMNS)[number]>): Destination {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    status: row.status as DestinationStatus,
    failing: row.failing === null ? null : (JSON.parse(row.failing) as Failing),
  };
}
