import type { Replay } from './replay.ts';
import type { Skipped, Totals } from './ledger.ts';

/** `sweep`: every id is listed, to see which are gone; see domain/sweep.ts. */
export type ReadType = 'backfill' | 'scheduled' | 'triggered' | 'sweep';

/**
 * waiting: another operation of the object goes first. ready: may be claimed. running: a worker holds the lease.
 * parked: may be claimed again from next_time on. putOff: a backfill that stands in nobody's way until next_time, when
 * it takes its place in line again. The last two are final.
 */
export type OperationState = 'waiting' | 'ready' | 'running' | 'parked' | 'putOff' | 'success' | 'failure';
export type OperationStatus = 'in_progress' | 'success' | 'failure';

/** One read of one object, from its request to its result. Times are Unix milliseconds. */
export type Operation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  configId: string;
  objectName: string;
  mappedObjectName: string;
  readType: ReadType;
  state: OperationState;
  /** What the caller asked for; a scheduled read learns its `since` when it starts. */
  sinceTime: number | null;
  untilTime: number | null;
  result: string;
  recordsProcessed: number;
  /** -1 when the provider names no total. */
  recordsEstimatedTotal: number;
  /** The number of the last page that was committed. */
  pageSeq: number;
  /** Null for operations of before there was a ledger. */
  totals: Totals | null;
  attempts: number;
  lastAttemptTime: number | null;
  createTime: number;
  updateTime: number;
  /** Set when it runs another again from what was kept of it. */
  replay: Replay | null;
};

/** What is known of an operation before it starts. */
export type NewOperation = Omit<
  Operation,
  | 'state'
  | 'result'
  | 'recordsProcessed'
  | 'recordsEstimatedTotal'
  | 'pageSeq'
  | 'totals'
  | 'attempts'
  | 'lastAttemptTime'
  | 'updateTime'
  | 'replay'
> & {
  /** Of a replay: by which plan, fixed from the beginning. */
  planJson?: string;
  replay?: Replay;
};

/** What a worker was given with its lease: where the read stands, and the fence that its writes must name. */
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
  /** Frozen when it first started; null before. */
  planJson: string | null;
  /** When it first started; null before. */
  startTime: number | null;
  /** The provider's place of the next page; null before the first page. */
  cursorJson: string | null;
  /** Whether the last page is in, so that only the end is missing. */
  isRead: boolean;
  pageSeq: number;
  recordsProcessed: number;
  recordsEstimatedTotal: number;
  /** Of all answers so far. */
  bytesFetched: number;
  /** How often it began again at its first page, and how many records it had read by then. */
  startOvers: number;
  passedRecords: number;
  /** By how much `sinceTime` allows for a provider's clock that is behind. Ms. */
  lagAllowed: number;
  /** The most that it was behind in this read. Ms. */
  lagMillis: number;
  /** Of all pages that were committed. */
  skipped: Skipped;
  /** Starts since the last page that came in, this one included. */
  tries: number;
  /** Times the provider said 429 since the last page that came in. */
  rateLimits: number;
  /** Times a backfill was put off since the last page that came in. */
  putOffs: number;
  /** Set aside by ourselves between two pages, so that its next start is no news. */
  goesOn: boolean;
};

type Active = { installationId: string; objectName: string; id?: string; replay?: Replay | null };

/**
 * One active operation an installation and object: this text is under a unique key while the operation is active. A
 * replay that delivers nothing is in nobody's way.
 */
export function activeKey({ installationId, objectName, id, replay }: Active): string {
  if (replay && !replay.delivers) return `replay/${id}`;
  return hashedKey(`${installationId}/${objectName}`);
}

/** A key that fits its column, however long the name in it. */
export function hashedKey(key: string): string {
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY - 17)}~${shortHash(key)}`;
}

/** What fits a column that may be part of a key. */
const MAX_KEY = 191;

/** FNV-1a, 64 bits: tells apart object names too long for the key. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

export function statusOf(state: OperationState): OperationStatus {
  return state === 'success' || state === 'failure' ? state : 'in_progress';
}

/** At most this many operations wait behind the active one of an object. */
export const MAX_WAITING = 10;
