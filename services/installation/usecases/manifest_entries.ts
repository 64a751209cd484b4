import { createHash } from 'node:crypto';
import { Problem, type Issue } from '../../../lib/problem/problem.ts';
import type { Fault, Manifest, ManifestIntegration } from '../domain/manifest.ts';
import { checkManifest } from '../domain/manifest_rules.ts';
import { manifestShape } from '../domain/manifest_shape.ts';
import { known } from '../domain/shape.ts';
import type { Surroundings } from '../domain/surroundings.ts';
import type { Deps } from './deps.ts';
import { makeJudgeSchedule } from './judge_schedule.ts';

/** One integration of a manifest that has been found right, as its revision will hold it. */
export type Entry = { content: ManifestIntegration; contentJson: string; contentHash: string; warnings: string[] };
export type ManifestEntries = ReturnType<typeof makeManifestEntries>;

const MOST_ISSUES = 100;

/**
 * Judges a manifest, whatever form it came in, by the same rules. `describe` says where a fault stands in that form.
 * Throws unprocessable with an issue for each fault.
 */
export function makeManifestEntries({ stores, connectors, rules }: Pick<Deps, 'stores' | 'connectors' | 'rules'>) {
  return async function manifestEntries(
    projectId: string,
    value: unknown,
    describe: (fault: Fault) => Issue,
  ): Promise<Entry[]> {
    const faults = checkManifest(value, await surroundings(projectId));
    const errors = faults.filter(({ severity }) => severity === 'error');
    // Only what is shown is described: to find the place of each of very many takes long.
    if (errors.length > 0) throw notDeployable(errors.slice(0, MOST_ISSUES).map(describe), errors.length);
    return (known(value, manifestShape) as Manifest).integrations.map((content, i) => {
      const contentJson = JSON.stringify(content);
      const own = faults.filter(({ path }) => path[1] === i).map(describe);
      const warnings = own.map(({ name, detail }) => `${name}: ${detail}`);
      return { content, contentJson, contentHash: hashOf(contentJson), warnings };
    });
  };

  async function surroundings(projectId: string): Promise<Surroundings> {
    const [destinations, apps] = await Promise.all([
      stores.destinations.listNames(projectId),
      stores.providerApps.list(projectId),
    ]);
    return {
      provider: (name) => connectors.find(name),
      checkCron: makeJudgeSchedule({ rules }),
      destinations: new Set(destinations),
      providerApps: new Set(apps.map(({ provider }) => provider)),
    };
  }
}

/** Keys come in the order of the shape, not of the file, so a reordered file is the same content. */
function hashOf(contentJson: string): string {
  return createHash('sha256').update(contentJson).digest('hex');
}

export function notDeployable(issues: Issue[], found = issues.length): Problem {
  const count = found === 1 ? 'a fault' : `${found} faults`;
  return new Problem('unprocessable', `The manifest has ${count}; nothing was changed.`, {
    issues: issues.slice(0, MOST_ISSUES),
    causes: issues.slice(0, MOST_ISSUES).map(({ name, detail }) => `${name}: ${detail}`),
    remedy: 'Mend what is named in issues and deploy again.',
  });
}
