import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { optional, record, text, time } from '../../../lib/db/record.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Topic, TopicStore } from './topic.ts';

const topicRecord = record<Topic>({
  id: text,
  projectId: text,
  name: text,
  createTime: time,
  updateTime: optional(time),
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
      await topics().insert(topicRecord.toRow(topic)).catch(nameTaken(topics, topic));
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
        .catch(nameTaken(topics, { projectId, name }));
      return find(projectId, id);
    },
    async delete(projectId, id) {
      return (await topics().where({ project_id: projectId, id }).del()) > 0;
    },
  };
}

/** The key (project_id, name) keeps names unique; a check before the insert would race. */
function nameTaken(topics: () => Knex.QueryBuilder, { projectId, name }: { projectId: string; name: string }) {
  return async (err: unknown): Promise<never> => {
    if (!isDuplicate(err)) throw err;
    const other = await topics().where({ project_id: projectId, name }).first('id');
    throw new Problem('alreadyExists', `The project already has a topic named ${name}.`, {
      ...(other && { context: { topicId: other.id } }),
    });
  };
}
