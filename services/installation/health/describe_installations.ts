import type { FindDestinationNames } from '../destinations/destination_names.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { Warning } from '../warning.ts';
import type { FindConfigFacts } from './config_facts.ts';
import { type HealthReason, healthReasons } from './health.ts';

type Deps = { stores: { healthReports: HealthReportStore } };
type Parts = { findConfigFacts: FindConfigFacts; findDestinationNames: FindDestinationNames };

/** An installation as callers see it. */
export type DescribedInstallation = FullInstallation & { healthReasons: HealthReason[]; warnings: Warning[] };

/**
 * Adds health reasons and warnings. The number of queries does not depend on the number of installations; those of the
 * hot read, without reports, cost none.
 */
export function makeDescribeInstallations({ stores }: Deps, { findConfigFacts, findDestinationNames }: Parts) {
  return async function describeInstallations(found: FullInstallation[]): Promise<DescribedInstallation[]> {
    if (found.length === 0) return [];
    const [facts, reports, destinations] = await Promise.all([
      findConfigFacts(found),
      stores.healthReports.listOpen(
        found.filter(({ hasReports = true }) => hasReports).map(({ installation }) => installation),
      ),
      destinationsOf(new Set(found.map(({ installation }) => installation.projectId))),
    ]);
    return found.map((owner, i) => {
      const { installation, connection } = owner;
      const { warnings = [], objects = [], notRun = [], configuredSince = 0 } = facts[i] ?? {};
      const reasons = healthReasons({
        installation,
        connection: connection.connection,
        objects,
        notRun,
        configuredSince,
        hasDestination: (idOrName) => destinations.get(installation.projectId)?.(idOrName) !== undefined,
        reported: reports.filter(({ installationId }) => installationId === installation.id),
      });
      return { ...owner, healthReasons: reasons, warnings: [...warnings, ...(owner.warnings ?? [])] };
    });
  };

  /** By project: the id of a destination, by its id, name or former name. */
  async function destinationsOf(projectIds: ReadonlySet<string>) {
    const ids = [...projectIds];
    return new Map(await Promise.all(ids.map(async (id) => [id, await findDestinationNames(id)] as const)));
  }
}
