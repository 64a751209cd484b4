/**
 * All that the reads of one object need from the installation service. Frozen into an operation when it starts, so that
 * a config change during a read affects the next read, not this one. The *Json fields are JSON text.
 */
export type ReadPlan = {
  projectId: string;
  installationId: string;
  installationUpdateTime: number;
  integrationId: string;
  integrationName: string;
  configId: string;
  revisionId: string;
  connectionId: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  provider: string;
  module: string;
  workspace: string;
  /** The provider's name of the object. */
  objectName: string;
  /** The builder's name; equal to objectName without a mapping. */
  mappedObjectName: string;
  destinationName: string;
  /** The config no longer reads the object: nothing starts it. */
  isRetired?: boolean;
  /** Empty when the name means no destination; absent in older frozen plans. */
  destinationId?: string;
  /** Five-field cron in UTC; empty when the object is only read by trigger. */
  schedule: string;
  disabled: boolean;
  /** Cron of the sweep that lists every id to find deleted records; empty for never, absent in older frozen plans. */
  sweepSchedule?: string;
  /** 0: none. -1: everything. */
  backfillDays: number;
  deliveryMode: string;
  pageSize: number;
  selectionJson: string;
  filtersJson: string;
  backfillFiltersJson: string;
  configJson: string;
  /** Manifest blocks that are stored but not run yet; absent in older frozen plans. */
  notRun?: string[];
  /** The integration's latest revision no longer reads the object; absent in older frozen plans. */
  isLeftOut?: boolean;
  /** When the latest revision was created, Unix ms; it always grows. Of two plans the later time wins. */
  latestRevisionTime?: number;
  /** The range that earlier reads covered, frozen with a backfill without an end; see backfill_window.ts. Unix ms. */
  readBefore?: { from: number; to: number };
  /** When this plan was the latest; set on the plan in a schedule. Unix ms. */
  asOf?: number;
};

/** The date that orders two plans of one object: the newer one wins, in whatever order they arrive. */
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
