import type { ReadPlan as SentPlan } from '../../lib/read_plan/read_plan.ts';

/**
 * The plan as the service `installation` sent it, with data that the service `reads` adds. A change of the config
 * affects the next read.
 */
export type ReadPlan = SentPlan & {
  /** True when the config no longer reads the object; then no read of the object starts. */
  isRetired?: boolean;
  /**
   * The time range that earlier reads covered, Unix ms. Only a backfill without an end time has it; see
   * backfill_window.ts.
   */
  readBefore?: { from: number; to: number };
  /** A time at which this plan was the object's latest plan, Unix ms. Only the plan in a schedule has it. */
  asOf?: number;
};

/** Parses the plan of a schedule or an operation. */
export function planOf(json: string): ReadPlan {
  return JSON.parse(json) as ReadPlan;
}

/**
 * The date by which two plans of one object are compared, Unix ms. The plan with the later date is used, even if it
 * arrives first.
 */
export function dateOf({ asOf = 0, installationUpdateTime }: ReadPlan): number {
  return Math.max(asOf, installationUpdateTime);
}

/**
 * Returns `plan`. If the previous plan knows a later revision, `latestRevisionTime` and `isLeftOut` come from the
 * previous plan.
 */
export function keepLatest(plan: ReadPlan, { latestRevisionTime = 0, isLeftOut = false }: ReadPlan): ReadPlan {
  return latestRevisionTime > (plan.latestRevisionTime ?? 0) ? { ...plan, latestRevisionTime, isLeftOut } : plan;
}

/** The properties that every event about an installation has. */
export function installationBlock(plan: ReadPlan): Record<string, string> {
  const { projectId, provider, integrationId, integrationName, installationId, connectionId } = plan;
  const { groupRef, groupName, consumerRef, consumerName } = plan;
  return {
    projectId,
    provider,
    integrationId,
    integrationName,
    installationId,
    connectionId,
    groupRef,
    groupName,
    consumerRef,
    consumerName,
  };
}

/** Whether `name` is the native or the mapped name of this object. Callers may use either name. */
export function isNamed(
  { objectName, mappedObjectName }: { objectName: string; mappedObjectName: string },
  name: string,
): boolean {
  return objectName === name || mappedObjectName === name;
}

/** Whether the provider can filter the object by change time. If it cannot, every read returns all records. */
export type IsIncremental = (plan: ReadPlan) => boolean;
