import type { ReadRun } from '../../pages/domain/read_run.ts';
import type { MessageOfRecord } from '../../pages/usecases/message_records.ts';
import { fitsKey } from '../domain/sweep.ts';
import type { ToldDeletionStore } from '../domain/told_deletion_store.ts';

type Stores = { toldDeletions: ToldDeletionStore };

/** Notes which deleted records a message reports, so that an undelivered message does not lose them. */
export async function noteTold(s: Stores, { operation, plan }: ReadRun, messageOf: MessageOfRecord): Promise<void> {
  if (!plan.sweepSchedule || operation.replay) return;
  const told = [...messageOf].flatMap(([{ id, isDeleted }, messageId]) =>
    isDeleted && id !== null && fitsKey(id) ? [{ messageId, recordId: id }] : [],
  );
  await s.toldDeletions.add(told);
}
