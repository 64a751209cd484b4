import process from 'node:process';
import leven from 'leven';
import { formerNames } from './former_names.ts';
import { settingNames } from './setting_names.ts';
import type { Environment } from './settings.ts';

/** Max edit distance of a misspelt name. */
const MAX_DISTANCE = 4;
/** Variables that Kubernetes sets for its Services. They look like settings when a Service is named causeway-…. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)(_|$)/;

/**
 * One sentence for each `CAUSEWAY_` variable that no process of this version reads. Such a variable does not stop the
 * start, because after a rollback the settings of the newer version are still set.
 */
export function unknownNameWarnings(environment: Environment = process.env, known = settingNames): string[] {
  const names = new Set([...known, ...Object.values(formerNames)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('CAUSEWAY_') && environment[name] && !names.has(name) && !SERVICE_LINK.test(name))
    .sort()
    .map((name) => `${name} is no setting of this version and has no effect. ${hintFor(name, known)}`);
}

function hintFor(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((other) => ({ other, distance: leven(other, name) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance);
  return nearest ? `Did you mean ${nearest.other}?` : 'docs/configuration.md lists the settings.';
}
