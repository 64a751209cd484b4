import type { ReadPlan } from '../read_plan.ts';
import type { Operation } from './operation.ts';
import type { ReplayMark } from './replay.ts';

/** The fields that are set before an operation starts. */
export type NewOperation = Omit<
  Operation,
  | 'state'
  | 'result'
  | 'recordsProcessed'
  | 'recordsEstimatedTotal'
  | 'pageSeq'
  | 'totals'
  | 'doubt'
  | 'attempts'
  | 'lastAttemptTime'
  | 'updateTime'
  | 'waitingFor'
  | 'replay'
  | 'isReread'
> & {
  /** The plan of a replay, fixed at creation. */
  planJson?: string;
  replay?: ReplayMark;
  isReread?: boolean;
};

/** The fields of an operation that come from its plan. */
export function operationFor({
  projectId,
  integrationId,
  installationId,
  configId,
  objectName,
  mappedObjectName,
}: ReadPlan) {
  return { projectId, integrationId, installationId, configId, objectName, mappedObjectName };
}
