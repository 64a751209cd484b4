import type { Knex } from 'knex';
import { traitsOf } from '../db/traits.ts';
import { type CountStore, SLOT_MS, type SlotCount, slotOf } from './counts.ts';

/**
 * Each count is split into this many rows. With more rows the sum takes longer; with fewer rows concurrent writers wait
 * for each other.
 */
const ROWS_PER_COUNT = 8;

type Row = { kind: string; slot: number; happened: number };

export function sqlCountStore<Kind extends string>(db: Knex, random: () => number = Math.random): CountStore<Kind> {
  const sum = () =>
    traitsOf(db).engine === 'sqlite'
      ? db.raw('?? + excluded.??', ['counts.happened', 'happened'])
      : db.raw('?? + values(??)', ['happened', 'happened']);
  return {
    async add(projectId, time, counts) {
      const part = Math.floor(random() * ROWS_PER_COUNT);
      const rows = Object.entries<number | undefined>(counts)
        .filter(([, happened]) => happened !== undefined && happened !== 0)
        // All transactions write in the same order, so that two transactions do not deadlock.
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([kind, happened]) => ({
          project_id: projectId,
          start_time: slotOf(time, SLOT_MS),
          kind,
          part,
          happened: happened as number,
        }));
      if (rows.length === 0) return;
      const key = ['project_id', 'start_time', 'kind', 'part'];
      await db('counts').insert(rows).onConflict(key).merge({ happened: sum() });
    },
    async list(projectId, { since, until, stepMs }) {
      const slot = db.raw('?? - ?? % ?', ['start_time', 'start_time', stepMs]);
      const rows: Row[] = await db('counts')
        .where({ project_id: projectId })
        .where('start_time', '>=', since)
        .where('start_time', '<', until)
        .groupBy('kind', slot)
        .select('kind', db.raw('? as ??', [slot, 'slot']), db.raw('sum(??) as ??', ['happened', 'happened']));
      return rows.map(({ kind, slot: startTime, happened }): SlotCount<Kind> => {
        return { kind: kind as Kind, startTime: Number(startTime), happened: Number(happened) };
      });
    },
    async purge(before, limit) {
      const found: { start_time: number }[] = await db('counts')
        .where('start_time', '<', before)
        .orderBy('start_time')
        .limit(limit)
        .select('start_time');
      const last = found.at(-1);
      // Deletes all rows of a slot, even beyond `limit`: a slot has few rows.
      if (last) await db('counts').where('start_time', '<=', last.start_time).del();
      return found.length;
    },
  };
}
