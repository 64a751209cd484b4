import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkCron } from '../../../lib/cron/check_cron.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import {
  currentIdsOf,
  type DestinationIds,
  type DestinationStore,
  manifestDestinationNames,
  projectedIds,
  type Resolution,
} from '../destinations/destination.ts';
import type { Fault, Warning } from '../fault.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { Connectors } from '../providers/provider.ts';
import { withKnownKeys } from '../shape.ts';
import type { Manifest, ManifestIntegration } from './manifest.ts';
import { OBJECT_READABLE_RULE, type ValidationContext } from './manifest_provider_rules.ts';
import { checkManifest } from './manifest_rules.ts';
import { manifestShape } from './manifest_shape.ts';

type Deps = {
  stores: { destinations: DestinationStore; providerApps: ProviderAppStore; integrations: DeployedStore };
  connectors: Connectors;
};
/** Finds the deployed content of integrations by their names. */
type DeployedStore = {
  listByNames(projectId: string, names: string[]): Promise<{ name: string; latestRevision: { contentJson: string } }[]>;
};

/** A valid integration of a manifest, as its revision stores it. */
export type ManifestEntry = {
  content: ManifestIntegration;
  contentJson: string;
  contentHash: string;
  warnings: Warning[];
  /** Null when no destination names were resolved. */
  destinationIds: DestinationIds | null;
};

type EntryContent = Pick<ManifestEntry, 'content' | 'contentJson' | 'contentHash'>;

/** A fault as an issue of a problem; line and column are 0 when the source has no lines. */
export type LocatedIssue = { issue: Issue; line: number; column: number };
export type ManifestEntries = ReturnType<typeof makeManifestEntries>;

const MAX_ISSUES = 100;

/**
 * Validates a manifest of any source format. `describe` converts a fault to an issue with its position in that format.
 * Warnings about the whole manifest are added to each integration. In an integration that is deployed unchanged, an
 * object that cannot be read is only a warning. Throws unprocessable with an issue for each error.
 */
export function makeManifestEntries({ stores, connectors }: Deps) {
  return async function manifestEntries(
    projectId: string,
    value: unknown,
    describe: (fault: Fault) => LocatedIssue,
    resolution: Resolution = null,
  ): Promise<ManifestEntry[]> {
    const found = checkManifest(value, await validationContext(projectId, resolution));
    await nextTurn();
    if (found.some(({ severity, rule }) => severity === 'error' && rule !== OBJECT_READABLE_RULE))
      throwIfErrors(found, describe);
    const contents = (withKnownKeys(value, manifestShape) as Manifest).integrations.map((content) => {
      const contentJson = JSON.stringify(content);
      return { content, contentJson, contentHash: hashOf(contentJson) };
    });
    const faults = await unchangedAreWarned(projectId, contents, found);
    throwIfErrors(faults, describe);
    const warningsOf = warningsByIntegration(faults, describe);
    return contents.map((one, i) => {
      const destinationIds = currentIdsOf(manifestDestinationNames(one.content), resolution);
      return { ...one, warnings: warningsOf(i), destinationIds };
    });
  };

  /**
   * Turns the errors of already deployed content into warnings, because deploying the same content again changes
   * nothing.
   */
  async function unchangedAreWarned(projectId: string, contents: EntryContent[], faults: Fault[]): Promise<Fault[]> {
    const errors = faults.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return faults;
    const names = [...new Set(errors.flatMap(({ path }) => contents[Number(path[1])]?.content.name ?? []))];
    const deployed = await stores.integrations.listByNames(projectId, names);
    const latest = new Map(deployed.map(({ name, latestRevision }) => [name, latestRevision.contentJson]));
    const isUnchanged = (one: EntryContent | undefined) => one && latest.get(one.content.name) === one.contentJson;
    return faults.map((fault) =>
      fault.severity === 'error' && isUnchanged(contents[Number(fault.path[1])])
        ? { ...fault, severity: 'warning' }
        : fault,
    );
  }

  async function validationContext(projectId: string, resolution: Resolution): Promise<ValidationContext> {
    const [destinations, apps] = await Promise.all([
      resolution ? [] : stores.destinations.list(projectId),
      stores.providerApps.list(projectId),
    ]);
    const idOf = projectedIds(destinations);
    return {
      provider: (name) => connectors.find(name),
      providerNames: () => connectors.names(),
      isWithheld: (name) => connectors.isWithheld(name),
      checkCron,
      resolution,
      isKnownDestination: (name) => idOf(name) !== undefined,
      providerApps: new Set(apps.map(({ provider }) => provider)),
    };
  }
}

/**
 * Throws unprocessable when one of the faults is an error. Calls `describe` only for the errors that the problem shows,
 * because locating very many faults is slow.
 */
function throwIfErrors(faults: Fault[], describe: (fault: Fault) => LocatedIssue): void {
  const errors = faults.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const issues = errors.slice(0, MAX_ISSUES).map((fault) => describe(fault).issue);
  throw notDeployable(issues, errors.length);
}

/**
 * Returns a function that gives the warnings of an integration by its index, at most MAX_ISSUES. `describe` is called
 * once for a fault of the whole manifest, although every integration gets it.
 */
function warningsByIntegration(faults: Fault[], describe: (fault: Fault) => LocatedIssue): (i: number) => Warning[] {
  const common: Warning[] = [];
  const own = new Map<number, Warning[]>();
  const order = new Map<Warning, number>();
  for (const [at, fault] of faults.entries()) {
    const [first, i] = fault.path;
    const list = first === 'integrations' && typeof i === 'number' ? (own.get(i) ?? []) : common;
    if (list.length >= MAX_ISSUES) continue;
    const warning = warningAt(fault, describe(fault));
    order.set(warning, at);
    list.push(warning);
    if (list !== common) own.set(i as number, list);
  }
  const inOrder = (one: Warning, other: Warning) => (order.get(one) ?? 0) - (order.get(other) ?? 0);
  return (i) => [...common, ...(own.get(i) ?? [])].sort(inOrder).slice(0, MAX_ISSUES);
}

function warningAt({ message, rule, suggestion = '' }: Fault, { issue, line, column }: LocatedIssue): Warning {
  return { message, line, column, path: issue.name, rule, suggestion };
}

/**
 * Hashes the content of an entry. The keys of `contentJson` are in the order of the shape, so reordering the keys of
 * the file does not change the hash.
 */
function hashOf(contentJson: string): string {
  return createHash('sha256').update(contentJson).digest('hex');
}

export function notDeployable(issues: Issue[], found = issues.length): Problem {
  const count = found === 1 ? 'a fault' : `${found} faults`;
  return new Problem('unprocessable', `The manifest has ${count}; nothing was changed.`, {
    issues: issues.slice(0, MAX_ISSUES),
    causes: issues.slice(0, MAX_ISSUES).map(({ name, detail }) => `${name}: ${detail}`),
    remedy: 'Fix the faults and deploy again.',
  });
}
