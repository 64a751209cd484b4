import { hashedKey } from '../../../../lib/ids/hashed_key.ts';
import type { WorkState } from '../../../../lib/work/domain/states.ts';
import type { Replay } from './replay.ts';
import type { Skipped, Totals } from './ledger.ts';

/** `sweep` lists every id to find deleted records; see deletes/domain/sweep.ts. */
export type ReadType = 'backfill' | 'scheduled' | 'triggered' | 'sweep';

/** One read of one object, from its request to its result. Times are Unix ms. */
export type Operation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  configId: string;
  objectName: string;
  mappedObjectName: string;
  readType: ReadType;
  /** A deferred backfill, and a read that waits for its destination, are `putOff`. */
  state: WorkState;
  /** As requested; a scheduled read gets its `since` when it starts. */
  sinceTime: number | null;
  untilTime: number | null;
  result: string;
  recordsProcessed: number;
  /** -1 when the provider gives no total. */
  recordsEstimatedTotal: number;
  /** The number of the last committed page. */
  pageSeq: number;
  /** Null for operations older than the ledger. */
  totals: Totals | null;
  /** Why a list may be incomplete; empty for none so far. Null when unknown: before its first page, or in old rows. */
  doubt: string | null;
  attempts: number;
  lastAttemptTime: number | null;
  createTime: number;
  updateTime: number;
  /** Set on a replay: an operation that runs another one again from its archived pages. */
  replay: Replay | null;
  /** It reads undelivered records again; see undelivered.ts. */
  isReread: boolean;
};

/** Whether all requested lists were complete. Null while it runs, after a failure, and when it is unknown. */
export function isComplete({ state, doubt }: Pick<Operation, 'state' | 'doubt'>): boolean | null {
  return state === 'success' && doubt !== null ? doubt === '' : null;
}

/** What a worker gets with its lease: the progress of the read, and the fence that its writes must carry. */
export type ClaimedOperation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  objectName: string;
  mappedObjectName: string;
  readType: ReadType;
  sinceTime: number | null;
  untilTime: number | null;
  createTime: number;
  fence: number;
  replay: Replay | null;
  /** Frozen at the first start; null before. */
  planJson: string | null;
  /** Time of the first start; null before. */
  startTime: number | null;
  /** The provider's cursor for the next page; null before the first page. */
  cursorJson: string | null;
  /** Whether the last page is committed. Then the operation only has to be finished. */
  isRead: boolean;
  pageSeq: number;
  recordsProcessed: number;
  recordsEstimatedTotal: number;
  /** Of all responses so far. */
  bytesFetched: number;
  /** How often the read started again at its first page, and the records read before the last restart. */
  startOvers: number;
  passedRecords: number;
  /** How much earlier `sinceTime` is because the provider's clock is behind. Ms. */
  lagAllowed: number;
  /** The max lag of the provider's clock in this read. Ms. */
  lagMs: number;
  /** Over all committed pages. */
  skipped: Skipped;
  /** Why a list may be incomplete; empty for none so far. Null when unknown: before its first page, or in old rows. */
  doubt: string | null;
  /** Starts since the last committed page, including this one. */
  tries: number;
  /** 429 responses since the last committed page. */
  rateLimits: number;
  /** How often the backfill was deferred since the last committed page. */
  deferrals: number;
  /** It stopped between two pages without a failure, so its next start is not logged. */
  goesOn: boolean;
  /** How long it waited for its destination. */
  waitedMs: number;
};

type Active = { installationId: string; objectName: string; id?: string; replay?: Replay | null };

/**
 * The value of the unique key that allows one active operation per installation and object. A replay that delivers
 * nothing blocks no other operation and has its own key.
 */
export function activeKey({ installationId, objectName, id, replay }: Active): string {
  if (replay && !replay.delivers) return `replay/${id}`;
  return hashedKey(`${installationId}/${objectName}`);
}

/** Max number of operations that wait behind an object's active one. */
export const MAX_WAITING = 10;
