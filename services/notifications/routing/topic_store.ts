import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { nullableCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type {
  EventTopicRoute,
  EventTopicRouteStore,
  Topic,
  TopicDestinationRoute,
  TopicDestinationRouteStore,
  TopicStore,
} from './topic.ts';

const topicRecord = tableRecord<Topic>({
  id: textCell,
  projectId: textCell,
  name: textCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlTopicStore(db: Knex): TopicStore {
  const topics = () => db('topics');

  async function find(projectId: string, id: string): Promise<Topic | undefined> {
    const row = await topics().where({ project_id: projectId, id }).first(topicRecord.columns);
    return row && topicRecord.fromRow(row);
  }
  return {
    find,
    async insert(topic) {
      await topics().insert(topicRecord.toRow(topic)).catch(duplicateNameHandler(topics, topic));
    },
    async list(projectId, keyset) {
      return (await byKeyset(topics().where({ project_id: projectId }), keyset).select(topicRecord.columns)).map(
        topicRecord.fromRow,
      );
    },
    async lock(projectId, id) {
      const row = await topics().where({ project_id: projectId, id }).forUpdate().first(topicRecord.columns);
      return row && topicRecord.fromRow(row);
    },
    async rename(projectId, id, { name, updateTime }) {
      await topics()
        .where({ project_id: projectId, id })
        .update({ name, update_time: updateTime })
        .catch(duplicateNameHandler(topics, { projectId, name }));
      return find(projectId, id);
    },
    async delete(projectId, id) {
      return (await topics().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}

/**
 * Returns a handler for the error of an insert or update. It throws alreadyExists when the unique key (project_id,
 * name) refuses the name. A check before the insert would miss a concurrent insert.
 */
function duplicateNameHandler(
  topics: () => Knex.QueryBuilder,
  { projectId, name }: { projectId: string; name: string },
) {
  return async (err: unknown): Promise<never> => {
    if (!isDuplicate(err)) throw err;
    const other = await topics().where({ project_id: projectId, name }).first('id');
    throw new Problem('alreadyExists', `The project already has a topic named ${name}.`, {
      ...(other && { context: { topicId: other.id } }),
    });
  };
}

const eventRouteRecord = tableRecord<EventTopicRoute>({
  id: textCell,
  projectId: textCell,
  eventType: textCell,
  topicId: textCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlEventTopicRouteStore(db: Knex): EventTopicRouteStore {
  const routes = () => db('event_topic_routes');
  return {
    async insert(route) {
      await routes().insert(eventRouteRecord.toRow(route)).catch(throwEventRouteExists);
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

function throwEventRouteExists(err: unknown): never {
  throw isDuplicate(err) ? new Problem('alreadyExists', 'The event type is routed to this topic already.') : err;
}

const destinationRouteRecord = tableRecord<TopicDestinationRoute>({
  id: textCell,
  projectId: textCell,
  topicId: textCell,
  destinationId: textCell,
  createTime: timeCell,
});

export function sqlTopicDestinationRouteStore(db: Knex): TopicDestinationRouteStore {
  const routes = () => db('topic_destination_routes');
  return {
    async insert(route) {
      await routes().insert(destinationRouteRecord.toRow(route)).catch(throwDestinationRouteExists);
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

function throwDestinationRouteExists(err: unknown): never {
  throw isDuplicate(err) ? new Problem('alreadyExists', 'The topic is routed to this destination already.') : err;
}
