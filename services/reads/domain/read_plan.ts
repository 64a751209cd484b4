/**
 * All that one object's reads need to know of the installation, as the installation service tells it. Frozen into an
 * operation when it starts, so that a change of config in the middle of a read changes the next read, not this one.
 * The *Json fields are JSON text.
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
  /** The builder's name, equal to objectName where nothing is mapped. */
  mappedObjectName: string;
  destinationName: string;
  /** Five-field cron in UTC; empty when only triggered. */
  schedule: string;
  disabled: boolean;
  /** When every id is listed to see what is gone; empty for never, absent in plans frozen before there was such a thing. */
  sweepSchedule?: string;
  /** 0 none, -1 everything. */
  backfillDays: number;
  deliveryMode: string;
  pageSize: number;
  selectionJson: string;
  filtersJson: string;
  backfillFiltersJson: string;
  configJson: string;
  /** Blocks of the manifest that are stored and not run yet; absent in plans frozen before there was such a list. */
  notRun?: string[];
  /** The integration's latest revision reads the object no more; absent in plans frozen before there was such a thing. */
  isLeftOut?: boolean;
  /** When that revision was made, always later than the one before: of two plans the later one knows better. Unix ms. */
  latestRevisionTime?: number;
  /** Of a backfill without an end, frozen with it: what earlier reads brought; see backfill_window.ts. Unix ms. */
  readBefore?: { from: number; to: number };
  /** When this was the latest, where a schedule keeps it. Unix ms. */
  asOf?: number;
};

/** Of two plans of one object the one that is newer counts, in whatever order they arrive. */
export function dateOf({ asOf = 0, installationUpdateTime }: ReadPlan): number {
  return Math.max(asOf, installationUpdateTime);
}

/** The plan, with what the one of before knows of a later revision. */
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

/** Whether a caller's name means this object: both names are accepted everywhere. */
export function isNamed(
  { objectName, mappedObjectName }: { objectName: string; mappedObjectName: string },
  name: string,
): boolean {
  return objectName === name || mappedObjectName === name;
}
