import type { Knex } from 'knex';
import type { ClaimedDelivery, DeliverySource, DeliveryState, SettledDelivery } from './delivery.ts';

export type DeliveryRow = {
  id: string;
  project_id: string;
  destination_id: string;
  source: string;
  source_id: string;
  state: string;
  attempt: number;
  next_time: number | null;
  fence: number;
  lease_until: number | null;
  last_error: string | null;
  order_number: number;
  hold_seq: number;
  is_delivered: number;
  installation_id: string | null;
  object_name: string | null;
  operation_id: string | null;
  event_type: string | null;
  recovery_id: string | null;
  traceparent: string | null;
  create_time: number;
  update_time: number;
};
export const CLAIMED_COLUMNS = [
  'id',
  'project_id',
  'destination_id',
  'source',
  'source_id',
  'attempt',
  'fence',
  'operation_id',
  'recovery_id',
  'traceparent',
  'create_time',
] as const;

export function deliveryRows(db: Knex) {
  return db<DeliveryRow>('deliveries');
}

export function toClaimed(
  row: Pick<DeliveryRow, (typeof CLAIMED_COLUMNS)[number]>,
  claimTime: number,
): ClaimedDelivery {
  return {
    id: row.id,
    projectId: row.project_id,
    destinationId: row.destination_id,
    source: row.source as DeliverySource,
    sourceId: row.source_id,
    attempt: row.attempt,
    fence: row.fence,
    operationId: row.operation_id,
    recoveryId: row.recovery_id,
    traceparent: row.traceparent,
    createTime: row.create_time,
    claimTime,
  };
}

export function toSettled(row: Pick<DeliveryRow, 'id' | 'project_id' | 'source' | 'is_delivered'>): SettledDelivery {
  return {
    id: row.id,
    projectId: row.project_id,
    source: row.source as DeliverySource,
    isDelivered: Boolean(row.is_delivered),
  };
}

/**
 * The SQL expression for the column `state` of deliveries that end with `state`. A message that was delivered before it
 * was sent again stays delivered.
 */
export function endState(db: Knex, state: DeliveryState): string {
  return db.raw("case when is_delivered = 0 then ? else 'delivered' end", [state]) as unknown as string;
}
