import type { Knex } from 'knex';
import type { Destination, DestinationFailures, DestinationStatus, DestinationStore } from './destination.ts';

type Row = {
  id: string;
  project_id: string;
  name: string;
  status: string;
  failing: string | null;
  event_time: number;
  failing_time: number | null;
  walk_state: string;
  walk_after: string;
};
const COLUMNS = ['id', 'project_id', 'name', 'status', 'failing'] as const;
const WALK_COLUMNS = { walk_state: 'due', walk_after: '' };

export function sqlDestinationStore(db: Knex): DestinationStore {
  const destinations = () => db<Row>('destinations');
  const walked = () => destinations().whereIn('walk_state', ['due', 'health']);

  /** Whether a destination of this name was deleted, so that objects may wait for a new destination of this name. */
  async function isAwaited({ project_id, name }: Pick<Row, 'project_id' | 'name'>): Promise<boolean> {
    return (await destinations().where({ project_id, name, status: 'deleted' }).first('id')) !== undefined;
  }

  /**
   * Stores `failing` with its own event time, because changes of `failing` and changes of the status may arrive in any
   * order.
   */
  async function saveFailing(
    row: Row,
    failing: DestinationFailures | null,
    eventTime: number,
    isWalked = false,
  ): Promise<void> {
    if (Number(row.failing_time ?? 0) > eventTime) return;
    const fails = failing && JSON.stringify(failing);
    const isNews = fails !== row.failing;
    await destinations()
      .where({ id: row.id })
      .update({
        failing: fails,
        failing_time: eventTime,
        ...(isNews && { walk_after: '' }),
        ...(isNews && !isWalked && row.walk_state !== 'due' && { walk_state: 'health' }),
      });
  }

  return {
    async save({ id, projectId, name, status, failing, eventTime }) {
      // Creates the row, so that there is a row to lock: the first two events of a destination may be handled at the
      // same time.
      await destinations()
        .insert({
          id,
          project_id: projectId,
          name,
          status: 'active',
          event_time: 0,
          ...WALK_COLUMNS,
          walk_state: 'done',
        })
        .onConflict('id')
        .ignore();
      const row = await destinations().where({ id }).forUpdate().first();
      if (!row) return;
      if (status === undefined && failing !== undefined) return saveFailing(row, failing, eventTime);
      if (row.event_time > eventTime) return;
      const now = status ?? (row.status as DestinationStatus);
      // Every event about a changed destination contains the status. So a change of an active destination also starts a
      // walk, and the records that it refused are read again.
      const isNews =
        row.event_time === 0
          ? now !== 'active' || (await isAwaited({ project_id: projectId, name }))
          : status !== undefined || row.name !== name;
      await destinations()
        .where({ id })
        .update({ name, status: now, event_time: eventTime, ...(isNews && WALK_COLUMNS) });
      if (failing !== undefined) await saveFailing(row, failing, eventTime, isNews);
    },
    async listOf(plans) {
      if (plans.length === 0) return [];
      const projectIds = distinctValues(plans.map(({ projectId }) => projectId));
      const ids = distinctValues(plans.flatMap(({ destinationId }) => destinationId || []));
      const names = distinctValues(
        plans.flatMap(({ destinationId, destinationName }) => (destinationId ? [] : destinationName)),
      );
      const rows = await destinations()
        .whereIn('project_id', projectIds)
        .where((which) => which.whereIn('id', ids).orWhereIn('name', names))
        .select(...COLUMNS);
      return rows.map(toDestination);
    },
    async hasInactive(projectId) {
      const row = await destinations()
        .where({ project_id: projectId })
        .whereIn('status', ['disabled', 'deleted'])
        .first('id');
      return row !== undefined;
    },
    hasWalk: async () => (await walked().first('id')) !== undefined,
    async lockWalk() {
      const row = await walked().orderBy('event_time').forUpdate().first();
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

function distinctValues(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function toDestination(row: Pick<Row, (typeof COLUMNS)[number]>): Destination {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    status: row.status as DestinationStatus,
    failing: row.failing === null ? null : (JSON.parse(row.failing) as DestinationFailures),
  };
}
