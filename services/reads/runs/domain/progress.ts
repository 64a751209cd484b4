import type { Destination } from '../../destinations/domain/destination.ts';
import type { Tries } from '../../operations/domain/read_failure.ts';
import type { ReadRun } from '../../pages/domain/read_run.ts';

/** The state of a run that its row may not have yet. */
export type Progress = Tries & {
  run: ReadRun | null;
  lagMs: number;
  isYielded: boolean;
  hasRead: boolean;
  pageSeq: number;
  /** The destination to wait for after this page; null for none. */
  awaited: Destination | null;
  /** When the page whose response contained the current cursor was requested. Unix ms. */
  tokenTime: number;
};
