/**
 * A backfill is asked for by nobody, so nobody would ask again: what it met and may pass by itself, a provider that is
 * down or refused credentials, is not its end. It is put off with its place, and leaves the object's line meanwhile,
 * so that scheduled and triggered reads go on: they fail by themselves while the trouble lasts, and are heard of.
 *
 * The waits are those of failed scheduled reads: 10 minutes, doubled, at most 6 hours, until a page comes in. All of it
 * counts as time of the read, so CAUSEWAY_READS_MOST_TIME ends one that nothing helps.
 */
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { toIso } from '../../../lib/time/iso.ts';
import { waitAfter, type FailureLimits } from '../domain/failed_reads.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { Setback } from '../domain/setback.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = {
  stores: Stores;
  clock: Clock;
  newId: NewId;
  rules: Rules;
  wake: () => void;
  failureLimits: FailureLimits;
};

export function makePutOff({ stores, clock, newId, rules, wake, failureLimits }: Deps) {
  /** False when this setback is an end. `hasRead`: a page came in since it was claimed, the last of them `pageSeq`. */
  return async function putOff(
    operation: ClaimedOperation,
    setback: Setback,
    { hasRead, pageSeq }: { hasRead: boolean; pageSeq: number },
  ): Promise<boolean> {
    if (operation.readType !== 'backfill' || operation.replay || !mayPass(setback) || !rules.holds('putOff'))
      return false;
    const putOffs = (hasRead ? 0 : operation.putOffs) + 1;
    const waitMillis = waitAfter({ failures: putOffs, refusals: 0 }, failureLimits);
    await stores.transaction(async (s) => {
      const now = clock.now();
      await s.schedules.lock(operation);
      if (!(await s.operations.putOff(operation, { waitMillis, putOffs, now }))) return;
      const until = toIso((await s.schedules.now()) + waitMillis);
      const msg = `Put off until ${until}: then this backfill goes on after page ${pageSeq}${orSooner(setback)}.`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: setback.reason },
      ]);
      await s.operations.promote(operation);
    });
    wake();
    return true;
  };
}

function mayPass(setback: Setback): boolean {
  if (setback.kind === 'permanent') return setback.isRefusal === true;
  return setback.kind !== 'circle';
}

function orSooner({ kind }: Setback): string {
  return kind === 'permanent' ? ', or as soon as the connection is authorised anew' : '';
}

export type PutOff = ReturnType<typeof makePutOff>;
