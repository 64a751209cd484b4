import type { Knex } from 'knex';
import { jsonCell, tableRecord, textCell } from '../../../lib/db/record.ts';
import type { DestinationStore, KnownDestination } from './destination.ts';

const destinations = tableRecord<KnownDestination>({
  id: textCell,
  name: textCell,
  // NULL until an event with former names arrives.
  formerNames: jsonCell((stored) => (stored ?? []) as string[]),
});

export function sqlDestinationStore(db: Knex): DestinationStore {
  const current = (projectId: string) => db('destinations').where({ project_id: projectId, deleted: 0 });
  /** Adds a row that can be locked before the destination's first event arrives. Until then its name is empty. */
  const addUnknown = (projectId: string, id: string) =>
    db('destinations')
      .insert({ id, project_id: projectId, name: '', deleted: 0, event_time: 0 })
      .onConflict('id')
      .ignore();

  return {
    async save(projectId, { id, name, formerNames, deleted, time }) {
      await addUnknown(projectId, id);
      await db('destinations')
        .where({ project_id: projectId, id, deleted: 0 })
        .where('event_time', '<=', time)
        .update({ ...destinations.toRow({ name, formerNames }), deleted: deleted ? 1 : 0, event_time: time });
    },
    async find(projectId, id) {
      const row = await current(projectId).where({ id }).first(destinations.columns);
      return row && destinations.fromRow(row);
    },
    async list(projectId) {
      return (await current(projectId).orderBy('id').select(destinations.columns)).map(destinations.fromRow);
    },
    async outdated(projectId, resolved) {
      const names: string[] = [];
      for (const { id, name, generation } of resolved.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        await addUnknown(projectId, id);
        const row = await db('destinations')
          .where({ project_id: projectId, id })
          .forShare()
          .first('deletion_generation');
        if (Number(row?.deletion_generation ?? 0) > generation) names.push(name);
      }
      return names;
    },
    async beginDeletion(projectId, { id, generation }) {
      await addUnknown(projectId, id);
      await db('destinations').where({ project_id: projectId, id }).forUpdate().first('id');
      await db('destinations')
        .where({ project_id: projectId, id })
        .where('deletion_generation', '<', generation)
        .update({ deletion_generation: generation });
    },
  };
}
