import type { Knex } from 'knex';
import type { NotificationStore } from '../domain/notification.ts';

type Row = { event_id: string; project_id: string; event_type: string; body: string; create_time: number };

export function sqlNotificationStore(db: Knex): NotificationStore {
  const notifications = () => db<Row>('notifications');
  return {
    async insert({ eventId, projectId, eventType, body, createTime }) {
      await notifications().insert({ event_id: eventId, project_id: projectId, event_type: eventType, body, create_time: createTime })
        .onConflict('event_id').ignore();
    },
    async bodies(eventIds) {
      if (eventIds.length === 0) return new Map();
      const rows = await notifications().whereIn('event_id', eventIds).select('event_id', 'body');
      return new Map(rows.map((row) => [row.event_id, row.body]));
    },
    async purge(before, limit) {
      const old = await notifications().where('create_time', '<', before).orderBy('create_time').limit(limit).pluck('event_id');
      return old.length === 0 ? 0 : notifications().whereIn('event_id', old).del();
    },
  };
}
