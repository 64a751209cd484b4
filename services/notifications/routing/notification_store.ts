import type { Knex } from 'knex';
import { textBytes } from '../../../lib/db/text_bytes.ts';
import type { NotificationStore } from './notification.ts';

type NotificationRow = { event_id: string; project_id: string; event_type: string; body: string; create_time: number };

export function sqlNotificationStore(db: Knex): NotificationStore {
  const notifications = () => db<NotificationRow>('notifications');
  return {
    async insert({ eventId, projectId, eventType, body, createTime }) {
      await notifications()
        .insert({ event_id: eventId, project_id: projectId, event_type: eventType, body, create_time: createTime })
        .onConflict('event_id')
        .ignore();
    },
    async bodies(eventIds) {
      if (eventIds.length === 0) return new Map();
      const rows: { event_id: string; body: Uint8Array }[] = await db('notifications')
        .whereIn('event_id', eventIds)
        .select('event_id', textBytes(db, 'body'));
      return new Map(rows.map((row) => [row.event_id, row.body]));
    },
    async purge(before, limit) {
      const old = await notifications()
        .where('create_time', '<', before)
        .orderBy('create_time')
        .limit(limit)
        .pluck('event_id');
      return old.length === 0 ? 0 : notifications().whereIn('event_id', old).del();
    },
  };
}
