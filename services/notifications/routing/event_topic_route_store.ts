import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { optional, record, text, time } from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { EventTopicRoute, EventTopicRouteStore } from './topic.ts';

const routeRecord = record<EventTopicRoute>({
  id: text,
  projectId: text,
  eventType: text,
  topicId: text,
  createTime: time,
  updateTime: optional(time),
});

export function sqlEventTopicRouteStore(db: Knex): EventTopicRouteStore {
  const routes = () => db('event_topic_routes');
  return {
    async insert(route) {
      await routes().insert(routeRecord.toRow(route)).catch(pairTaken);
    },
    async list(projectId, { topicId, eventType }, keyset) {
      const filter = {
        project_id: projectId,
        ...(topicId && { topic_id: topicId }),
        ...(eventType && { event_type: eventType }),
      };
      return (await byKeyset(routes().where(filter), keyset).select(routeRecord.columns)).map(routeRecord.fromRow);
    },
    async delete(projectId, id) {
      return (await routes().where({ project_id: projectId, id }).del()) > 0;
    },
    async deleteOfTopic(projectId, topicId) {
      await routes().where({ project_id: projectId, topic_id: topicId }).del();
    },
  };
}

function pairTaken(err: unknown): never {
  throw isDuplicate(err) ? new Problem('alreadyExists', 'The event type is routed to this topic already.') : err;
}
