import { createHash } from 'node:crypto';
import { checkCron } from '../../../lib/cron/check_cron.ts';
import { Problem, type Issue } from '../../../lib/problem/problem.ts';
import type { Resolution } from '../domain/destination.ts';
import { idsOf, manifestDestinationNames, projectedIds, type DestinationIds } from '../domain/destination_ids.ts';
import type { Fault, Manifest, ManifestIntegration } from '../domain/manifest.ts';
import { checkManifest } from '../domain/manifest_rules.ts';
import { manifestShape } from '../domain/manifest_shape.ts';
import { known } from '../domain/shape.ts';
import type { ValidationContext } from '../domain/validation_context.ts';
import type { Deps } from './deps.ts';

/** A valid integration of a manifest, as its revision stores it. */
export type Entry = {
  content: ManifestIntegration;
  contentJson: string;
  contentHash: string;
  warnings: string[];
  /** Null when no names were resolved. */
  destinationIds: DestinationIds | null;
};
export type ManifestEntries = ReturnType<typeof makeManifestEntries>;

const MAX_ISSUES = 100;

/**
 * Validates a manifest of any source format. `describe` locates a fault in that format. Throws unprocessable with an
 * issue for each error.
 */
export function makeManifestEntries({ stores, connectors }: Pick<Deps, 'stores' | 'connectors'>) {
  return async function manifestEntries(
    projectId: string,
    value: unknown,
    describe: (fault: Fault) => Issue,
    resolution: Resolution = null,
  ): Promise<Entry[]> {
    const faults = checkManifest(value, await validationContext(projectId, resolution));
    const errors = faults.filter(({ severity }) => severity === 'error');
    // Only faults that are shown are described, because locating very many of them is slow.
    if (errors.length > 0) throw notDeployable(errors.slice(0, MAX_ISSUES).map(describe), errors.length);
    return (known(value, manifestShape) as Manifest).integrations.map((content, i) => {
      const contentJson = JSON.stringify(content);
      const own = faults.filter(({ path }) => path[1] === i).map(describe);
      const warnings = own.map(({ name, detail }) => `${name}: ${detail}`);
      const destinationIds = idsOf(manifestDestinationNames(content), resolution);
      return { content, contentJson, contentHash: hashOf(contentJson), warnings, destinationIds };
    });
  };

  async function validationContext(projectId: string, resolution: Resolution): Promise<ValidationContext> {
    const [destinations, apps] = await Promise.all([
      resolution ? [] : stores.destinations.list(projectId),
      stores.providerApps.list(projectId),
    ]);
    const idOf = projectedIds(destinations);
    return {
      provider: (name) => connectors.find(name),
      checkCron,
      resolution,
      isKnownDestination: (name) => idOf(name) !== undefined,
      providerApps: new Set(apps.map(({ provider }) => provider)),
    };
  }
}

/** Keys have the order of the shape, not of the file, so a reordered file has the same hash. */
function hashOf(contentJson: string): string {
  return createHash('sha256').update(contentJson).digest('hex');
}

export function notDeployable(issues: Issue[], found = issues.length): Problem {
  const count = found === 1 ? 'a fault' : `${found} faults`;
  return new Problem('unprocessable', `The manifest has ${count}; nothing was changed.`, {
    issues: issues.slice(0, MAX_ISSUES),
    causes: issues.slice(0, MAX_ISSUES).map(({ name, detail }) => `${name}: ${detail}`),
    remedy: 'Fix the faults in issues and deploy again.',
  });
}
