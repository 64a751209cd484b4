import type { Cadence } from '../../../../lib/cron/cadence.ts';
import type { ObjectKey } from '../../domain/object_key.ts';
import type { Sweep } from './sweep.ts';

export type DueSweep = ObjectKey & { id: string; cadence: Cadence | null };

export type SweepStore = {
  find(key: ObjectKey): Promise<Sweep | undefined>;
  /** Creates the sweep or changes its schedule. An existing sweep keeps its scope. */
  save(key: ObjectKey, change: { id: string; cadence: Cadence; nextTime: number | null; scope: string }): Promise<void>;
  /** Locks due sweeps for this transaction. */
  claimDue(limit: number): Promise<DueSweep[]>;
  setNextTime(key: ObjectKey, nextTime: number | null): Promise<void>;
  /** Notes a start that waits for the destination. */
  noteMissed(key: ObjectKey): Promise<void>;
  /** Makes the sweep due when a start was missed. */
  startMissed(key: ObjectKey): Promise<void>;
  /** Increments the sweep number. A changed scope starts with no known ids. */
  begin(key: ObjectKey, scope: string): Promise<void>;
  /** Records that the provider confirmed the end of the list. */
  noteWhole(sweep: Sweep): Promise<void>;
  remove(key: ObjectKey): Promise<void>;
  removeAll(projectId: string, installationId: string): Promise<void>;
  /** Deletes up to `limit` forgotten ids of one object. Returns false when no object has any. */
  dropForgotten(limit: number): Promise<boolean>;
};
