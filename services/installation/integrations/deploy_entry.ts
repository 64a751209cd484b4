import { isDeepStrictEqual } from 'node:util';
import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { eventOf } from '../../../lib/events/event.ts';
import { SPEC_VERSION } from '../../../lib/manifest/manifest_schema.ts';
import type { ClockAndIds, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import {
  type DestinationIds,
  type DestinationStore,
  idIn,
  projectedIds,
  type Resolution,
} from '../destinations/destination.ts';
import { checkResolution } from '../destinations/destination_names.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { ManifestEntry } from '../manifests/manifest_entries.ts';
import type { Integration, IntegrationStore, StoredRevision } from './integration.ts';

type Stores = WithOutbox<{ integrations: IntegrationStore; destinations: DestinationStore }>;
type Deps = ClockAndIds & { audit: WriteAuditEntry<'installation'> };

type DestinationIdOfName = (name: string) => string | undefined;
/** `createdBy` is the principal of the call. */
export type DeployOptions = { projectId: string; destructive: boolean; resolution: Resolution; createdBy: string };
export type DeployEntry = ReturnType<typeof makeDeployEntry>;

/**
 * Creates an integration, or gives an existing one a new revision, in the caller's transaction. The caller has locked
 * `before`. A revision's content is immutable; its warnings are the warnings of the last deploy. Unchanged content
 * creates no revision, unless a destination name has another id now, because plans contain ids. With `destructive`, the
 * service `reads` gets an event about the objects that the new revision dropped. All installations get an event when
 * the objects with `enabled: always` or the backfill windows change. Throws conflict when the same name is created
 * concurrently, or a destination is being deleted.
 */
export function makeDeployEntry({ clock, newId, audit }: Deps) {
  return async function deployEntry(
    s: Stores,
    { projectId, destructive, resolution, createdBy }: DeployOptions,
    entry: ManifestEntry,
    before: { id: string; revisionId: string; contentHash: string } | undefined,
  ): Promise<void> {
    const { name, provider } = entry.content;
    const former = before && (await s.integrations.find(projectId, before.id));
    await checkResolution(s, projectId, Object.keys(entry.destinationIds ?? {}), resolution);
    const formerIds = former && (await formerDestinationIds(s, former, entry.destinationIds));
    const isMoved = hasMovedDestination(formerIds, entry.destinationIds);
    if (former && before.contentHash === entry.contentHash && !isMoved)
      return keepRevision(s, former, entry, formerIds);
    // The service `reads` orders deploys by this time, so it must increase even if the clocks of our replicas differ.
    const now = Math.max(clock.now(), former ? former.latestRevision.createTime + 1 : 0);
    const integrationId = before?.id ?? newId();
    const revision = revisionOf(entry, { projectId, integrationId, createTime: now, createdBy });
    await s.integrations.insertRevision(revision);
    if (before) {
      const change = { revisionId: revision.id, provider, updateTime: now };
      await s.integrations.setRevision(projectId, integrationId, change);
    } else {
      const integration = { id: integrationId, projectId, name, provider, createTime: now, updateTime: null };
      await s.integrations.insert({ ...integration, latestRevision: revision });
    }
    const by = { principal: createdBy };
    await audit(s.outbox, by, { action: 'integration.deployed', projectId, targetId: integrationId, targetName: name });
    if (former && destructive) await publishDroppedObjects(s, former, { content: entry.content, time: now });
    if (former) await publishIfAlwaysChanged(s, former, entry.content, isMoved);
  };

  /**
   * Adds the ids of destination names to a revision of 0.1.0. Reads that waited for one of these destinations can
   * start.
   */
  async function keepRevision(
    s: Stores,
    { id, projectId, latestRevision }: Integration,
    { destinationIds, warnings }: ManifestEntry,
    formerId: DestinationIdOfName = () => undefined,
  ) {
    await s.integrations.saveWarnings(projectId, latestRevision.id, warnings);
    if (latestRevision.destinationIds !== null || destinationIds === null) return;
    await s.integrations.setDestinationIds(projectId, latestRevision.id, destinationIds);
    if (Object.keys(destinationIds).some((name) => formerId(name) === undefined))
      await publishAlwaysChanged(s, projectId, id);
  }

  async function publishAlwaysChanged(s: Stores, projectId: string, integrationId: string) {
    const facts = { id: newId(), projectId, time: clock.now(), payload: { integrationId } };
    await s.outbox.add(eventOf('integration.always.changed', facts));
  }

  function revisionOf(
    { contentJson, contentHash, warnings, destinationIds }: ManifestEntry,
    of: Pick<StoredRevision, 'projectId' | 'integrationId' | 'createTime' | 'createdBy'>,
  ): StoredRevision {
    return { id: newId(), specVersion: SPEC_VERSION, contentJson, contentHash, warnings, destinationIds, ...of };
  }

  async function publishIfAlwaysChanged(
    s: Stores,
    { id, projectId, latestRevision }: Integration,
    now: ManifestIntegration,
    isMoved: boolean,
  ) {
    const former = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
    if (
      isDeepStrictEqual(partsForAllInstallations(former), partsForAllInstallations(now)) &&
      !(isMoved && hasAlwaysObject(now))
    )
      return;
    await publishAlwaysChanged(s, projectId, id);
  }

  /**
   * Sends an event to the service `reads`, which then pauses the dropped objects. Without `destructive`, the service
   * continues to read these objects.
   */
  async function publishDroppedObjects(
    s: Stores,
    { id, projectId, latestRevision }: Integration,
    { content, time }: { content: ManifestIntegration; time: number },
  ) {
    const kept = new Set(readObjectNames(content));
    const former = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
    const objectNames = readObjectNames(former).filter((objectName) => !kept.has(objectName));
    if (objectNames.length === 0) return;
    const payload = { integrationId: id, objectNames };
    await s.outbox.add(eventOf('integration.objects.dropped', { id: newId(), projectId, time, payload }));
  }
}

/** The parts of a revision that apply to every installation, even if its config is pinned to another revision. */
function partsForAllInstallations({ read, module }: ManifestIntegration): unknown {
  const always = (read?.objects ?? []).filter(({ enabled }) => enabled === 'always');
  const periods = (read?.objects ?? []).map(({ objectName, backfill }) => [
    objectName,
    backfill?.defaultPeriod ?? null,
  ]);
  return { always, ...(always.length > 0 && { module }), periods: Object.fromEntries(periods) };
}

function readObjectNames({ read }: ManifestIntegration): string[] {
  return (read?.objects ?? []).map(({ objectName }) => objectName);
}

function hasAlwaysObject({ read }: ManifestIntegration): boolean {
  return (read?.objects ?? []).some(({ enabled }) => enabled === 'always');
}

/**
 * The ids of the destination names in the previous revision. Revisions of 0.1.0 store no ids, so the table
 * `destinations` resolves their names.
 */
async function formerDestinationIds(
  s: Stores,
  { projectId, latestRevision: { destinationIds } }: Integration,
  now: DestinationIds | null,
): Promise<DestinationIdOfName> {
  if (destinationIds || !now) return (name) => idIn(destinationIds, name);
  return projectedIds(await s.destinations.list(projectId));
}

/** Whether a name has another id now. Ignores a name that had no id before: its destination was created since. */
function hasMovedDestination(before: DestinationIdOfName | undefined, now: DestinationIds | null): boolean {
  return Object.entries(now ?? {}).some(([name, id]) => {
    const former = before?.(name);
    return former !== undefined && former !== id;
  });
}
