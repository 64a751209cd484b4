import { parseJson } from '../../../lib/json/json.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { InstallationStore, InstallationSummary, SummaryKey } from './installation.ts';

type Stores = { installations: InstallationStore; integrations: IntegrationStore };
type Derive<T> = (content: ConfigContent, pinned: ManifestIntegration, latest: ManifestIntegration) => T;

const MAX_CACHED = 1_000;
/**
 * Max tries. Both queries are repeated if the config is replaced between them. A revision that is still missing after
 * the last try does not exist.
 */
const MAX_TRIES = 5;

/**
 * Derives facts from an installation's config, its pinned revision and the latest revision. All three are immutable, so
 * the facts are cached by their ids; only the installation is queried every time. Returns undefined when the
 * installation does not exist.
 */
export function makeByConfig<T>({ installations, integrations }: Stores, derive: Derive<T>) {
  const known = new Map<string, T>();

  return async function find(
    projectId: string,
    of: SummaryKey,
  ): Promise<{ summary: InstallationSummary; derived: T } | undefined> {
    for (let tries = 1; ; tries += 1) {
      const summary = await installations.findSummary(projectId, of);
      if (!summary) return undefined;
      const key = `${summary.configId} ${summary.revisionId} ${summary.latestRevisionId}`;
      const held = known.get(key);
      if (held !== undefined) return { summary, derived: held };
      const derived = await deriveFor(summary);
      if (derived === null && tries >= MAX_TRIES)
        throw new Error('A config is pinned to a revision that is not there.');
      // The config was replaced between the two queries.
      if (derived === null) continue;
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, derived);
      return { summary, derived };
    }
  };

  async function deriveFor(summary: InstallationSummary): Promise<T | null> {
    const { projectId, installationId, configId, revisionId, latestRevisionId } = summary;
    const found = await installations.find(projectId, installationId);
    if (found?.installation.config.id !== configId) return null;
    const ids = [...new Set([revisionId, latestRevisionId])];
    const revisions = await integrations.listRevisions(projectId, ids);
    const contentOf = (id: string): ManifestIntegration | null => {
      const revision = revisions.find((one) => one.id === id);
      return revision ? (JSON.parse(revision.contentJson) as ManifestIntegration) : null;
    };
    const [pinned, latest] = [contentOf(revisionId), contentOf(latestRevisionId)];
    const content = parseJson(found.installation.config.contentJson) as ConfigContent;
    // If a revision is missing, its integration was deleted; the next lookup finds no installation.
    return pinned && latest && derive(content, pinned, latest);
  }
}
