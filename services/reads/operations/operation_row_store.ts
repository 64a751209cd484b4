import type { WorkState } from '../../../lib/work/states.ts';
import type { WorkTables } from '../../../lib/work/tables.ts';
import type { ClaimedWork } from '../../../lib/work/work_queue.ts';
import type { OperationTotals, SkippedCounts } from './ledger.ts';
import type { ClaimedOperation, Operation, ReadType } from './operation.ts';
import { WAIT_COLUMNS, type WaitColumns, waitingFor } from './waiting_for.ts';

export type OperationRow = WaitColumns & {
  id: string;
  project_id: string;
  integration_id: string;
  installation_id: string;
  config_id: string;
  object_name: string;
  mapped_object_name: string;
  read_type: string;
  since_time: number | null;
  until_time: number | null;
  result: string | null;
  page_seq: number;
  records_fetched: number;
  records_skipped: string | null;
  records_delivered: number;
  records_undelivered: number;
  records_held: number;
  is_reread: number;
  records_processed: number;
  records_estimated_total: number;
  attempts: number;
  last_attempt_time: number | null;
  create_time: number;
  update_time: number;
  replay_of: string | null;
  replay_delivers: number;
  doubt: string | null;
};
export type ClaimedRow = Omit<
  OperationRow,
  | keyof WaitColumns
  | 'config_id'
  | 'result'
  | 'records_fetched'
  | 'records_delivered'
  | 'records_undelivered'
  | 'records_held'
  | 'is_reread'
  | 'attempts'
  | 'last_attempt_time'
  | 'update_time'
> & {
  plan: string | null;
  start_time: number | null;
  cursor_value: string | null;
  is_read: number;
  bytes_fetched: number;
  start_overs: number;
  passed_records: number;
  lag_allowed: number;
  lag_millis: number;
  put_offs: number;
  waited_ms: number;
  traceparent: string | null;
};

export const COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'installation_id',
  'config_id',
  'object_name',
  'mapped_object_name',
  'read_type',
  'state',
  'since_time',
  'until_time',
  'result',
  'page_seq',
  'records_fetched',
  'records_skipped',
  'records_delivered',
  'records_undelivered',
  'records_held',
  'is_reread',
  'records_processed',
  'records_estimated_total',
  'attempts',
  'last_attempt_time',
  'create_time',
  'update_time',
  'replay_of',
  'replay_delivers',
  'doubt',
  ...WAIT_COLUMNS,
] as const;

export const CLAIMED_COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'installation_id',
  'object_name',
  'mapped_object_name',
  'read_type',
  'since_time',
  'until_time',
  'records_processed',
  'records_estimated_total',
  'records_skipped',
  'create_time',
  'plan',
  'start_time',
  'cursor_value',
  'is_read',
  'page_seq',
  'bytes_fetched',
  'start_overs',
  'passed_records',
  'lag_allowed',
  'lag_millis',
  'put_offs',
  'waited_ms',
  'traceparent',
  'replay_of',
  'replay_delivers',
  'doubt',
] as const;

type SharedColumns = Pick<OperationRow, keyof OperationRow & keyof ClaimedRow>;

function sharedProperties(row: SharedColumns) {
  return {
    id: row.id,
    ...toObjectNames(row),
    readType: row.read_type as ReadType,
    sinceTime: row.since_time,
    untilTime: row.until_time,
    recordsProcessed: row.records_processed,
    recordsEstimatedTotal: row.records_estimated_total,
    pageSeq: row.page_seq,
    createTime: row.create_time,
    doubt: row.doubt,
    replay: row.replay_of === null ? null : { of: row.replay_of, delivers: Boolean(row.replay_delivers) },
  };
}

export function toOperation(row: OperationRow): Operation {
  return {
    ...sharedProperties(row),
    configId: row.config_id,
    state: row.state as WorkState,
    result: row.result ?? '',
    waitingFor: waitingFor(row),
    totals: totalsOf(row),
    isReread: Boolean(row.is_reread),
    attempts: row.attempts,
    lastAttemptTime: row.last_attempt_time,
    updateTime: row.update_time,
  };
}

export function toClaimed({ row, fence, tries, rateLimits, isContinued }: ClaimedWork<ClaimedRow>): ClaimedOperation {
  return {
    ...sharedProperties(row),
    fence,
    tries,
    rateLimits,
    isContinued,
    planJson: row.plan,
    startTime: row.start_time,
    cursorJson: row.cursor_value,
    isRead: Boolean(row.is_read),
    bytesFetched: row.bytes_fetched,
    startOvers: row.start_overs,
    passedRecords: row.passed_records,
    lagAllowed: row.lag_allowed,
    lagMs: row.lag_millis,
    skipped: skippedOf(row),
    deferrals: row.put_offs,
    waitedMs: row.waited_ms,
    traceparent: row.traceparent,
  };
}

function totalsOf(row: OperationRow): OperationTotals | null {
  if (row.records_fetched < 0) return null;
  return {
    fetched: row.records_fetched,
    skipped: skippedOf(row),
    delivered: row.records_delivered,
    undelivered: row.records_undelivered,
    held: row.records_held,
  };
}

function skippedOf({ records_skipped: text }: { records_skipped: string | null }): SkippedCounts {
  return text === null ? {} : (JSON.parse(text) as SkippedCounts);
}

/** The columns of the tables `schedules` and `operations` that identify the installation and the object. */
type ObjectNameColumns = {
  project_id: string;
  integration_id: string;
  installation_id: string;
  object_name: string;
  mapped_object_name: string;
};

export function toObjectNames(row: ObjectNameColumns) {
  return {
    projectId: row.project_id,
    integrationId: row.integration_id,
    installationId: row.installation_id,
    objectName: row.object_name,
    mappedObjectName: row.mapped_object_name,
  };
}

/** The tables of the service `reads` that lib/work uses. The slots are shared fairly between installations. */
export const READ_TABLES: WorkTables = {
  operations: 'operations',
  turns: 'turns',
  logs: 'operation_logs',
  ownerColumn: 'installation_id',
};
