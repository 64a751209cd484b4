import type { Log } from '../../../lib/log/log.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { IdempotencyKeyStore } from '../idempotency/idempotency_key.ts';
import type { OperationStore } from '../operations/operation.ts';
import { type EndOperation, noteEnded } from './end_operation.ts';
import { unknownEnd } from './write_failure.ts';
import type { Seals } from './write_request.ts';

type Stores = WithOutbox<{ operations: OperationStore; logs: LogStore; idempotencyKeys: IdempotencyKeyStore }>;
type Deps = Given<Stores> & { endOperation: EndOperation; seals: Seals; log: Log };

/** A synchronous write ends 27 s after it came in. Ms. */
export const ABANDONED_MS = 40_000;
const PER_ROUND = 100;

/**
 * Ends synchronous writes whose process was killed: what became of their records is unknown, and nobody sends them
 * again. Returns whether there may be more.
 */
export function makeEndAbandoned({ stores, endOperation, seals, clock, log }: Deps) {
  return async function endAbandoned(): Promise<boolean> {
    const found = await stores.operations.listAbandoned(ABANDONED_MS, PER_ROUND);
    for (const operation of found) {
      if (!operation.sealedRequest) continue;
      const request = seals.request.open(operation, operation.sealedRequest);
      const end = unknownEnd('The process that sent it was stopped before it noted the answer.');
      const ends = request.records.map(() => end);
      const ended = { operation, request, ends, attempts: 1, mayHaveKey: true, now: clock.now() };
      if (await stores.transaction((s) => endOperation(s, ended))) noteEnded(log, ended);
    }
    return found.length === PER_ROUND;
  };
}
