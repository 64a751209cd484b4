import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { record, text, time } from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { TopicDestinationRoute, TopicDestinationRouteStore } from './topic.ts';

const routeRecord = record<TopicDestinationRoute>({
  id: text,
  projectId: text,
  topicId: text,
  destinationId: text,
  createTime: time,
});

export function sqlTopicDestinationRouteStore(db: Knex): TopicDestinationRouteStore {
  const routes = () => db('topic_destination_routes');
  return {
    async insert(route) {
      await routes().insert(routeRecord.toRow(route)).catch(pairTaken);
    },
    async list(projectId, { topicId, destinationId }, keyset) {
      const filter = {
        project_id: projectId,
        ...(topicId && { topic_id: topicId }),
        ...(destinationId && { destination_id: destinationId }),
      };
      return (await byKeyset(routes().where(filter), keyset).select(routeRecord.columns)).map(routeRecord.fromRow);
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
