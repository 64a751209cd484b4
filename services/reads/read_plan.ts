import type { ReadPlan as SentPlan } from '../../lib/read_plan/read_plan.ts';

/** The plan as `installation` sent it, and what reads notes on it. A change of the config affects the next read. */
export type ReadPlan = SentPlan & {
  /** The config no longer reads the object: nothing starts it. */
  isRetired?: boolean;
  /** The range that earlier reads covered, frozen with a backfill without an end; see backfill_window.ts. Unix ms. */
  readBefore?: { from: number; to: number };
  /** When this plan was the latest; set on the plan in a schedule. Unix ms. */
  asOf?: number;
};

/** A plan from its text in a schedule or an operation. */
export function planOf(json: string): ReadPlan {
  return JSON.parse(json) as ReadPlan;
}

/** The date that orders two plans of one object: the newer one wins, in any order of arrival. */
export function dateOf({ asOf = 0, installationUpdateTime }: ReadPlan): number {
  return Math.max(asOf, installationUpdateTime);
}

/** Returns the plan with what the previous one knows of a later revision. */
export function keepLatest(plan: ReadPlan, { latestRevisionTime = 0, isLeftOut = false }: ReadPlan): ReadPlan {
  return latestRevisionTime > (plan.latestRevisionTime ?? 0) ? { ...plan, latestRevisionTime, isLeftOut } : plan;
}

/** The block that every event about an installation carries. */
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

/** Whether a caller's name means this object. Both of its names are accepted everywhere. */
export function isNamed(
  { objectName, mappedObjectName }: { objectName: string; mappedObjectName: string },
  name: string,
): boolean {
  return objectName === name || mappedObjectName === name;
}

/** Whether the provider can filter the object by change time; otherwise every read of it is a full one. */
export type IsIncremental = (plan: ReadPlan) => boolean;
