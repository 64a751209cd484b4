import type { Clock } from '../../../../lib/time/clock.ts';
import type { Stores } from '../../operations/domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; retentionDays: number };

const BATCH = 500;
const DAY = 24 * 3_600_000;

/**
 * One bounded round that deletes rows of messages. They are kept after their delivery as long as operations are. Their
 * bodies were deleted long before. Returns true when there may be more.
 */
export function makeDropOldMessages({ stores, clock, retentionDays }: Deps) {
  return async function dropOldMessages(limit = BATCH): Promise<boolean> {
    return (await stores.messages.dropRows(clock.now() - retentionDays * DAY, limit)) === limit;
  };
}
