import type { ReadPlan as SentPlan } from '../../lib/read_plan/read_plan.ts';

/**
 * The plan as the service `installation` sent it, with data that the service `reads` adds. A change of the config
 * affects the next read.
 */
export type ReadPlan = SentPlan & {
  /** Whether the config no longer reads the object, so that no read of it starts. */
  isRetired?: boolean;
  /** The range that earlier reads covered, frozen with a backfill without an end; see backfill_window.ts. Unix ms. */
  readBefore?: { from: number; to: number };
  /** A time at which this plan was the latest one; set on the plan in a schedule. Unix ms. */
  asOf?: number;
};

/** Parses the plan of a schedule or an operation. */
export function planOf(json: string): ReadPlan {
  return JSON.parse(json) as ReadPlan;
}

/** The date that orders two plans of one object, Unix ms: the later plan is used, in any order of arrival. */
export function dateOf({ asOf = 0, installationUpdateTime }: ReadPlan): number {
  return Math.max(asOf, installationUpdateTime);
}

/**
 * Returns the plan, with `latestRevisionTime` and `isLeftOut` of the previous plan if that one knows a later revision.
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

/** Whether a caller's name means this object. Callers may always use the native or the mapped name. */
export function isNamed(
  { objectName, mappedObjectName }: { objectName: string; mappedObjectName: string },
  name: string,
): boolean {
  return objectName === name || mappedObjectName === name;
}

/** Whether the provider can filter the object by change time; otherwise every read of it is a full one. */
export type IsIncremental = (plan: ReadPlan) => boolean;
