import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Topic, TopicStore } from '../domain/topic.ts';
import { byKeyset } from '../../store/by_keyset.ts';

type Row = { id: string; project_id: string; name: string; create_time: number; update_time: number | null };
const COLUMNS = ['id', 'project_id', 'name', 'create_time', 'update_time'] as const;

export function sqlTopicStore(db: Knex): TopicStore {
  const topics = () => db<Row>('topics');

  async function find(projectId: string, id: string): Promise<Topic | undefined> {
    const row = await topics()
      .where({ project_id: projectId, id })
      .first(...COLUMNS);
    return row && toTopic(row);
  }
  return {
    find,
    async insert({ id, projectId, name, createTime, updateTime }) {
      const row = { id, project_id: projectId, name, create_time: createTime, update_time: updateTime };
      await topics().insert(row).catch(nameTaken(topics, { projectId, name }));
    },
    async list(projectId, keyset) {
      return (await byKeyset(topics().where({ project_id: projectId }), keyset).select(...COLUMNS)).map(toTopic);
    },
    async lock(projectId, id) {
      const row = await topics()
        .where({ project_id: projectId, id })
        .forUpdate()
        .first(...COLUMNS);
      return row && toTopic(row);
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
function nameTaken(topics: () => Knex.QueryBuilder<Row>, { projectId, name }: { projectId: string; name: string }) {
  return async (err: unknown): Promise<never> => {
    if (!isDuplicate(err)) throw err;
    const other = await topics().where({ project_id: projectId, name }).first('id');
    throw new Problem('alreadyExists', `The project already has a topic named ${name}.`, {
      ...(other && { context: { topicId: other.id } }),
    });
  };
}

function toTopic(row: Row): Topic {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
