import { type Cadence, cadenceOf, cadenceText } from '../../../lib/cron/cadence.ts';
import { toObjectNames } from '../operations/operation_row_store.ts';
import { planOf, type ReadPlan } from '../read_plan.ts';
import { type DueSchedule, isPauseCause, type PauseCause, type Schedule } from './schedule.ts';

export type Row = {
  id: string;
  project_id: string;
  integration_id: string;
  installation_id: string;
  object_name: string;
  mapped_object_name: string;
  cron: string;
  next_time: number | null;
  is_paused: number;
  pause_note: string | null;
  pause_causes: string;
  watermark: number;
  lag_millis: number;
  backfill_operation_id: string;
  backfill_from: number | null;
  incomplete_time: number | null;
  incomplete_from: number | null;
  page_credit: number;
  failures: number;
  refusals: number;
  plan: string;
};
export type DueRow = Pick<Row, (typeof DUE_COLUMNS)[number]> &
  DestinationRow & { next_time: number; config_id: string | null };
type DestinationRow = { destination_id: string | null; destination_name: string | null };
export type ListedRow = Pick<Row, 'id' | 'project_id' | 'installation_id' | 'object_name'> & DestinationRow;

export const COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'installation_id',
  'object_name',
  'mapped_object_name',
  'cron',
  'is_paused',
  'pause_note',
  'pause_causes',
  'watermark',
  'lag_millis',
  'backfill_operation_id',
  'backfill_from',
  'incomplete_time',
  'incomplete_from',
  'page_credit',
  'failures',
  'refusals',
  'plan',
] as const;

export const DUE_COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'installation_id',
  'object_name',
  'mapped_object_name',
  'cron',
  'next_time',
] as const;

export const DESTINATION_OF_PLAN: [string, string, string][] = [
  ['plan', '$.destinationId', 'destination_id'],
  ['plan', '$.destinationName', 'destination_name'],
];

export function planColumns(plan: ReadPlan, cadence: Cadence | null, updateTime: number) {
  return {
    mapped_object_name: plan.mappedObjectName,
    connection_id: plan.connectionId,
    cron: cadenceText(cadence),
    plan: JSON.stringify(plan),
    update_time: updateTime,
  };
}

export function toSchedule(row: Row): Schedule {
  return {
    id: row.id,
    ...toObjectNames(row),
    cadence: cadenceOf(row.cron),
    isPaused: Boolean(row.is_paused),
    pauseCauses: row.is_paused ? causesOf(row.pause_causes) : [],
    pauseNote: row.pause_note ?? '',
    watermark: row.watermark,
    lagMs: row.lag_millis,
    backfillOperationId: row.backfill_operation_id,
    backfillFrom: row.backfill_from,
    incomplete: row.incomplete_time === null ? null : { time: row.incomplete_time, from: row.incomplete_from ?? 0 },
    pageCredit: row.page_credit,
    failures: row.failures,
    refusals: row.refusals,
    plan: planOf(row.plan),
  };
}

/**
 * During a rolling upgrade, a replica of an earlier version pauses objects without a cause; these pauses count as
 * `asked`.
 */
function causesOf(words: string): PauseCause[] {
  const causes = words.split(' ').filter(isPauseCause);
  return causes.length > 0 ? causes : ['asked'];
}

export function toDueSchedule(row: DueRow): DueSchedule {
  return {
    id: row.id,
    ...toObjectNames(row),
    configId: row.config_id ?? '',
    cadence: cadenceOf(row.cron),
    dueTime: row.next_time,
    ...toDestinationOf(row),
  };
}

export function toDestinationOf({ destination_id, destination_name }: DestinationRow) {
  return { destinationId: destination_id ?? '', destinationName: destination_name ?? '' };
}
