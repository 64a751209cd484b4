import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { optional, record, text, time } from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type {
  EventTopicRoute,
  EventTopicRouteStore,
  TopicDestinationRoute,
  TopicDestinationRouteStore,
} from './topic.ts';

const eventRouteRecord = record<EventTopicRoute>({
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
      await routes().insert(eventRouteRecord.toRow(route)).catch(eventPairTaken);
    },
    async list(projectId, { topicId, eventType }, keyset) {
      const filter = {
        project_id: projectId,
        ...(topicId && { topic_id: topicId }),
        ...(eventType && { event_type: eventType }),
      };
      return (await byKeyset(routes().where(filter), keyset).select(eventRouteRecord.columns)).map(
        eventRouteRecord.fromRow,
      );
    },
    async delete(projectId, id) {
      return (await routes().where({ project_id: projectId, id }).del()) > 0;
    },
    async deleteOfTopic(projectId, topicId) {
      await routes().where({ project_id: projectId, topic_id: topicId }).del();
    },
  };
}

function eventPairTaken(err: unknown): never {
  throw isDuplicate(err) ? new Problem('alreadyExists', 'The event type is routed to this topic already.') : err;
}

const destinationRouteRecord = record<TopicDestinationRoute>({
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
      await routes().insert(destinationRouteRecord.toRow(route)).catch(destinationPairTaken);
    },
    async list(projectId, { topicId, destinationId }, keyset) {
      const filter = {
        project_id: projectId,
        ...(topicId && { topic_id: topicId }),
        ...(destinationId && { destination_id: destinationId }),
      };
      return (await byKeyset(routes().where(filter), keyset).select(destinationRouteRecord.columns)).map(
        destinationRouteRecord.fromRow,
      );
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

function destinationPairTaken(err: unknown): never {
  throw isDuplicate(err) ? new Problem('alreadyExists', 'The topic is routed to this destination already.') : err;
}
