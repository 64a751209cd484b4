import type { Knex } from 'knex';
import { dbNow } from '../../../lib/db/now.ts';
import { intCell, type Row, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import { deliveryRows } from '../deliveries/delivery_row_store.ts';
import type { ResendableDelivery, ResendStore } from './resend.ts';

const resendableRecord = tableRecord<Omit<ResendableDelivery, 'destinationName'>>({
  id: textCell,
  projectId: textCell,
  destinationId: textCell,
  source: wordCell(),
  sourceId: textCell,
  state: wordCell(),
  fence: intCell,
  holdSeq: intCell,
  updateTime: timeCell,
});

export function sqlResendStore(db: Knex): ResendStore {
  return {
    async find(projectId, id) {
      const row: Row | undefined = await db('deliveries')
        .where({ project_id: projectId, id })
        .first(resendableRecord.columns);
      if (!row) return undefined;
      const found = resendableRecord.fromRow(row);
      if (found.destinationId !== '') return { ...found, destinationName: '' };
      const hold: { destination_name: string } | undefined = await db('holds')
        .where({ delivery_id: id })
        .first('destination_name');
      return { ...found, destinationName: hold?.destination_name ?? '' };
    },
    async makePending({ id, projectId, state, fence, holdSeq }, updateTime) {
      // The row of `holds` is deleted before the delivery is updated, in the lock order of a release.
      if (state === 'held' && (await db('holds').where({ project_id: projectId, delivery_id: id }).del()) === 0)
        return false;
      // A pending delivery that is already due keeps its position in the queue.
      const nowOrDue = db.raw("case when state = 'pending' and next_time < ? then next_time else ? end", [
        dbNow(db),
        dbNow(db),
      ]);
      const changed = await deliveryRows(db)
        .where({ id, project_id: projectId, state, fence, hold_seq: holdSeq })
        .update({
          next_time: nowOrDue as unknown as number,
          ...(state === 'held' && { hold_seq: holdSeq + 1 }),
          ...(state === 'delivered' && { is_delivered: 1 }),
          state: 'pending',
          attempt: 0,
          last_error: null,
          update_time: updateTime,
        });
      return changed > 0;
    },
  };
}
