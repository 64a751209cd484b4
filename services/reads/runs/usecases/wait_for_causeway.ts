import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { LogStore } from '../../operations/domain/log_store.ts';

type Stores = { operations: OperationStore; logs: LogStore };

const MSG = 'Waiting for a part of Causeway that is unavailable.';
const HOUR = 3_600_000;

/** Postpones an operation while a part of Causeway is unavailable: no try is counted. The log says so once an hour. */
export async function waitForCauseway(
  operation: ClaimedOperation,
  { waitMs, reason }: { waitMs: number; reason: string },
  { stores, newId, clock }: { stores: Transacting<Stores>; newId: NewId; clock: Clock },
): Promise<void> {
  const { projectId, id } = operation;
  const now = clock.now();
  await stores.transaction(async (s) => {
    if (!(await s.operations.postpone(operation, { waitMs, now }))) return;
    if (await s.logs.has(projectId, id, { like: MSG, since: now - HOUR })) return;
    await s.logs.add(projectId, id, [{ id: newId(), time: now, severity: 'WARNING', msg: MSG, error: reason }]);
  });
}
