import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { EventTopicRoute, EventTopicRouteStore } from '../domain/route.ts';
import { byKeyset } from '../../store/by_keyset.ts';

type Row = {
  id: string;
  project_id: string;
  event_type: string;
  topic_id: string;
  create_time: number;
  update_time: number | null;
};
const COLUMNS = ['id', 'project_id', 'event_type', 'topic_id', 'create_time', 'update_time'] as const;

export function sqlEventTopicRouteStore(db: Knex): EventTopicRouteStore {
  const routes = () => db<Row>('event_topic_routes');
  return {
    async insert({ id, projectId, eventType, topicId, createTime, updateTime }) {
      const row = {
        id,
        project_id: projectId,
        event_type: eventType,
        topic_id: topicId,
        create_time: createTime,
        update_time: updateTime,
      };
      await routes().insert(row).catch(pairTaken);
    },
    async list(projectId, { topicId, eventType }, keyset) {
      const filter = {
        project_id: projectId,
        ...(topicId && { topic_id: topicId }),
        ...(eventType && { event_type: eventType }),
      };
      return (await byKeyset(routes().where(filter), keyset).select(...COLUMNS)).map(toRoute);
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

function toRoute(row: Row): EventTopicRoute {
  return {
    id: row.id,
    projectId: row.project_id,
    eventType: row.event_type,
    topicId: row.topic_id,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
