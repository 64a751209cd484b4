import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { DeployPlan, Integration, Revision } from './integration.ts';

/** Compares an integration before and after a deploy. */
export function planOf(before: Integration | undefined, now: Integration): DeployPlan {
  if (!before) return { change: 'created', former: undefined, droppedObjects: [] };
  const kept = new Set(objectNames(now.latestRevision));
  return {
    change: before.latestRevision.id === now.latestRevision.id ? 'unchanged' : 'changed',
    former: before.latestRevision,
    droppedObjects: objectNames(before.latestRevision).filter((name) => !kept.has(name)),
  };
}

function objectNames({ contentJson }: Revision): string[] {
  const { read } = JSON.parse(contentJson) as ManifestIntegration;
  return (read?.objects ?? []).map(({ objectName }) => objectName);
}
