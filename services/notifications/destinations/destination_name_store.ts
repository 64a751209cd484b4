import type { Knex } from 'knex';
import { isId } from '../../../lib/ids/ids.ts';
import type { DestinationNameStore, DestinationStatus, NamedDestination } from './destination.ts';

type NameRow = {
  id: string;
  name: string;
  status: string;
  deletion_generation: number;
  deletion_time: number | null;
  former_name: string | null;
};
const COLUMNS = ['d.id', 'd.name', 'd.status', 'd.deletion_generation', 'd.deletion_time'] as const;
/** Texts per statement, below the engines' max number of parameters. */
const TEXTS_PER_QUERY = 500;

export function sqlDestinationNameStore(db: Knex): DestinationNameStore {
  const former = (projectId: string) => db('former_destination_names').where({ project_id: projectId });
  const own = (projectId: string, id: string) => db('destinations').where({ project_id: projectId, id });

  async function findSome(projectId: string, texts: string[]): Promise<NamedDestination[]> {
    const [ids, names] = [texts.filter(isId), texts.filter((text) => !isId(text))];
    const rows = (await db('destinations as d')
      .leftJoin('former_destination_names as f', { 'f.project_id': 'd.project_id', 'f.destination_id': 'd.id' })
      .where('d.project_id', projectId)
      .where((query) => query.whereIn('d.id', ids).orWhereIn('d.name', names).orWhereIn('f.name', names))
      .select(...COLUMNS, 'f.name as former_name')) as NameRow[];
    const asked = new Set(names);
    return rows.map((row) => toNamed(row, asked));
  }

  return {
    async find(projectId, idsOrNames) {
      const found: NamedDestination[] = [];
      for (let i = 0; i < idsOrNames.length; i += TEXTS_PER_QUERY)
        found.push(...(await findSome(projectId, idsOrNames.slice(i, i + TEXTS_PER_QUERY))));
      return found;
    },
    async list(projectId, limit) {
      return db('destinations').where({ project_id: projectId }).orderBy('name').limit(limit).pluck('name');
    },
    async formerNames(projectId, destinationId) {
      const names = former(projectId).where({ destination_id: destinationId });
      return names.orderBy([{ column: 'create_time', order: 'desc' }, { column: 'name' }]).pluck('name');
    },
    async addFormer(projectId, { name, destinationId, createTime }) {
      const row = { project_id: projectId, name, destination_id: destinationId, create_time: createTime };
      await db('former_destination_names').insert(row).onConflict(['project_id', 'name']).merge();
    },
    async removeFormer(projectId, name) {
      const [destinationId] = (await former(projectId).where({ name }).pluck('destination_id')) as string[];
      await former(projectId).where({ name }).del();
      return destinationId;
    },
    async removeFormerOf(projectId, destinationId) {
      await former(projectId).where({ destination_id: destinationId }).del();
    },
    async mark(projectId, id) {
      const row = await own(projectId, id).first('deletion_generation', 'deletion_time');
      return { generation: Number(row?.deletion_generation ?? 0), since: row?.deletion_time ?? null };
    },
    async setMark(projectId, id, { generation, since }) {
      await own(projectId, id).update({ deletion_generation: generation, deletion_time: since });
    },
  };
}

function toNamed(row: NameRow, asked: ReadonlySet<string>): NamedDestination {
  return {
    id: row.id,
    name: row.name,
    status: row.status as DestinationStatus,
    generation: row.deletion_generation,
    since: row.deletion_time,
    formerName: row.former_name !== null && asked.has(row.former_name) ? row.former_name : null,
  };
}
