import { isDeepStrictEqual } from 'node:util';
import { eventOf } from '../../../lib/events/event.ts';
import type { Integration, StoredRevision } from '../domain/integration.ts';
import { SPEC_VERSION, type ManifestIntegration } from '../domain/manifest.ts';
import type { Stores } from '../domain/stores.ts';
import type { Deps } from './deps.ts';
import type { Entry } from './manifest_entries.ts';

export type DeployEntry = ReturnType<typeof makeDeployEntry>;

/**
 * Creates an integration, or gives an existing one a new revision, in the caller's transaction. The caller has locked
 * `before`. A revision's content is immutable, and unchanged content creates none; its warnings are those of the last
 * deploy. With `destructive`, reads is told which
 * objects the new revision dropped. All installations are told when the objects with `enabled: always` or the backfill
 * windows change. Throws conflict when the same name is created concurrently.
 */
export function makeDeployEntry({ clock, newId }: Pick<Deps, 'clock' | 'newId'>) {
  return async function deployEntry(
    s: Stores,
    { projectId, destructive }: { projectId: string; destructive: boolean },
    entry: Entry,
    before: { id: string; revisionId: string; contentHash: string } | undefined,
  ): Promise<void> {
    if (before?.contentHash === entry.contentHash)
      return s.integrations.saveWarnings(projectId, before.revisionId, entry.warnings);
    const { name, provider } = entry.content;
    const former = before && (await s.integrations.find(projectId, before.id));
    // Reads orders deploys by this time, so it must increase even if the clocks of our replicas differ.
    const now = Math.max(clock.now(), former ? former.latestRevision.createTime + 1 : 0);
    const integrationId = before?.id ?? newId();
    const revision = revisionOf(entry, { projectId, integrationId, createTime: now });
    await s.integrations.insertRevision(revision);
    if (before) {
      const change = { revisionId: revision.id, provider, updateTime: now };
      await s.integrations.setRevision(projectId, integrationId, change);
    } else {
      const integration = { id: integrationId, projectId, name, provider, createTime: now, updateTime: null };
      await s.integrations.insert({ ...integration, latestRevision: revision });
    }
    if (former && destructive) await tellDropped(s, former, { content: entry.content, time: now });
    if (former) await tellForAll(s, former, entry.content);
  };

  function revisionOf(
    { contentJson, contentHash, warnings }: Entry,
    of: Pick<StoredRevision, 'projectId' | 'integrationId' | 'createTime'>,
  ): StoredRevision {
    return { id: newId(), specVersion: SPEC_VERSION, contentJson, contentHash, warnings, ...of };
  }

  async function tellForAll(s: Stores, { id, projectId, latestRevision }: Integration, now: ManifestIntegration) {
    const former = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
    if (isDeepStrictEqual(readForAll(former), readForAll(now))) return;
    const payload = { integrationId: id };
    await s.events.add(eventOf('integration.always.changed', { id: newId(), projectId, time: clock.now(), payload }));
  }

  /** Reads pauses the dropped objects. Without `destructive` it continues to read them. */
  async function tellDropped(
    s: Stores,
    { id, projectId, latestRevision }: Integration,
    { content, time }: { content: ManifestIntegration; time: number },
  ) {
    const kept = new Set(readObjects(content));
    const former = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
    const objectNames = readObjects(former).filter((objectName) => !kept.has(objectName));
    if (objectNames.length === 0) return;
    const payload = { integrationId: id, objectNames };
    await s.events.add(eventOf('integration.objects.dropped', { id: newId(), projectId, time, payload }));
  }
}

/** The parts of a revision that apply to every installation, even if its config is pinned to another revision. */
function readForAll({ read, module }: ManifestIntegration): unknown {
  const always = (read?.objects ?? []).filter(({ enabled }) => enabled === 'always');
  const periods = (read?.objects ?? []).map(({ objectName, backfill }) => [
    objectName,
    backfill?.defaultPeriod ?? null,
  ]);
  return { always, ...(always.length > 0 && { module }), periods: Object.fromEntries(periods) };
}

function readObjects({ read }: ManifestIntegration): string[] {
  return (read?.objects ?? []).map(({ objectName }) => objectName);
}
