/**
 * A read goes on where it was, if the provider still knows the place. Tokens of pages expire while an operation is
 * parked, and a deploy may change how a place is written. When the first page that a resumed read asks for is refused as
 * a bad request or as not there, the read begins again at its first page: it delivers some records twice rather than
 * less than the whole. At most three times an operation; then the refusal is its end.
 *
 * The same in the middle of a run is no different: the token of a page is as old as the page before, which may have
 * waited for a limit between its many calls, and what a list leads through may be deleted meanwhile. There the run ends at
 * its last page, and the next one begins with the page in question (`mayBeForgotten`).
 */
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; rules: Rules };

const MOST = 3;

export function makeStartOver({ stores, clock, newId, rules }: Deps) {
  /** The run from its first page on; null when this failure is no reason to, or the lease was lost. */
  return async function startOver(run: ReadRun, error: unknown): Promise<ReadRun | null> {
    const { operation } = run;
    if (!isForgotten(error) || operation.cursorJson === null || operation.replay) return null;
    if (operation.startOvers >= MOST || !rules.holds('startOver')) return null;
    const anew = { cursorJson: null, startOvers: operation.startOvers + 1, passedRecords: operation.recordsProcessed };
    const now = clock.now();
    const begun = await stores.transaction(async (s) => {
      if (!(await s.operations.startOver(operation, { passedRecords: anew.passedRecords, now }))) return false;
      const msg = `The provider no longer knows the place after page ${operation.pageSeq}: reading again from the first page (${anew.startOvers} of ${MOST}).`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: error.message },
      ]);
      return true;
    });
    return begun ? { ...run, operation: { ...operation, ...anew } } : null;
  };
}

/** A bad request is one whenever it is sent: of a token that is no older than this it says nothing. */
const OLD = 30_000;

/** Whether a read that asked for the next page by a token of that age is worth another start there. Ms. */
export function mayBeForgotten(error: unknown, ageMillis: number): boolean {
  return isForgotten(error) && (error.kind === 'notFound' || ageMillis >= OLD);
}

function isForgotten(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && (error.kind === 'badRequest' || error.kind === 'notFound');
}

export type StartOver = ReturnType<typeof makeStartOver>;
