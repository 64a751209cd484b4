import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { TopicDestinationRoute, TopicDestinationRouteStore } from '../domain/route.ts';
import { byKeyset } from '../../store/by_keyset.ts';

type Row = { id: string; project_id: string; topic_id: string; destination_id: string; create_time: number };
const COLUMNS = ['id', 'project_id', 'topic_id', 'destination_id', 'create_time'] as const;

export function sqlTopicDestinationRouteStore(db: Knex): TopicDestinationRouteStore {
  const routes = () => db<Row>('topic_destination_routes');
  return {
    async insert({ id, projectId, topicId, destinationId, createTime }) {
      const row = {
        id,
        project_id: projectId,
        topic_id: topicId,
        destination_id: destinationId,
        create_time: createTime,
      };
      await routes().insert(row).catch(pairTaken);
    },
    async list(projectId, { topicId, destinationId }, keyset) {
      const filter = {
        project_id: projectId,
        ...(topicId && { topic_id: topicId }),
        ...(destinationId && { destination_id: destinationId }),
      };
      return (await byKeyset(routes().where(filter), keyset).select(...COLUMNS)).map(toRoute);
    },
    async delete(projectId, id) {
      return (await routes().where({ project_id: projectId, id }).del()) > 0;
    },
    async deleteOfTopic(projectId, topicId) {
      await routes().where({ project_id: projectId, topic_id: topicId }).del();
    },
    async deleteOfDestination(projectId, destinationId) {
      await routes().where({ project_id: projectId, destination_id: destinationId }).del();
    },
    async destinationsOf(projectId, eventType) {
      return db('event_topic_routes as e')
        .join('topic_destination_routes as d', { 'd.project_id': 'e.project_id', 'd.topic_id': 'e.topic_id' })
        .where({ 'e.project_id': projectId, 'e.event_type': eventType })
        .distinct('d.destination_id')
        .orderBy('d.destination_id')
        .pluck('d.destination_id');
    },
  };
}

function pairTaken(err: unknown): never {
  throw isDuplicate(err) ? new Problem('alreadyExists', 'The topic is routed to this destination already.') : err;
}

function toRoute(row: Row): TopicDestinationRoute {
  return {
    id: row.id,
    projectId: row.project_id,
    topicId: row.topic_id,
    destinationId: row.destination_id,
    createTime: row.create_time,
  };
}
