import type { ClaimedOperation, Operation, OperationState, ReadType } from '../domain/operation.ts';

export type OperationRow = {
  id: string;
  project_id: string;
  integration_id: string;
  installation_id: string;
  config_id: string;
  object_name: string;
  mapped_object_name: string;
  read_type: string;
  state: string;
  since_time: number | null;
  until_time: number | null;
  result: string | null;
  records_processed: number;
  records_estimated_total: number;
  attempts: number;
  last_attempt_time: number | null;
  create_time: number;
  update_time: number;
};
export type ClaimedRow = Omit<
  OperationRow,
  'state' | 'config_id' | 'result' | 'attempts' | 'last_attempt_time' | 'update_time'
> & {
  fence: number;
  plan: string | null;
  start_time: number | null;
  cursor_value: string | null;
  is_read: number;
  page_seq: number;
  tries: number;
  rate_limits: number;
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
  'records_processed',
  'records_estimated_total',
  'attempts',
  'last_attempt_time',
  'create_time',
  'update_time',
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
  'create_time',
  'fence',
  'plan',
  'start_time',
  'cursor_value',
  'is_read',
  'page_seq',
  'tries',
  'rate_limits',
] as const;

type Shared = Pick<OperationRow, keyof OperationRow & keyof ClaimedRow>;

function shared(row: Shared) {
  return {
    id: row.id,
    projectId: row.project_id,
    integrationId: row.integration_id,
    installationId: row.installation_id,
    objectName: row.object_name,
    mappedObjectName: row.mapped_object_name,
    readType: row.read_type as ReadType,
    sinceTime: row.since_time,
    untilTime: row.until_time,
    recordsProcessed: row.records_processed,
    recordsEstimatedTotal: row.records_estimated_total,
    createTime: row.create_time,
  };
}

export function toOperation(row: OperationRow): Operation {
  return {
    ...shared(row),
    configId: row.config_id,
    state: row.state as OperationState,
    result: row.result ?? '',
    attempts: row.attempts,
    lastAttemptTime: row.last_attempt_time,
    updateTime: row.update_time,
  };
}

export function toClaimed(row: ClaimedRow): ClaimedOperation {
  return {
    ...shared(row),
    fence: row.fence,
    planJson: row.plan,
    startTime: row.start_time,
    cursorJson: row.cursor_value,
    isRead: Boolean(row.is_read),
    pageSeq: row.page_seq,
    tries: row.tries + 1, // the claim read it before it counted this one
    rateLimits: row.rate_limits,
  };
}
