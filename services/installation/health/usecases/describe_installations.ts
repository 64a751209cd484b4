import type { HealthReportStore } from '../../health_reports/domain/health_report.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import { projectedIds } from '../../destinations/domain/destination_ids.ts';
import { healthReasons, type HealthReason } from '../domain/health.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';
import type { Warning } from '../../domain/warning.ts';
import type { FindConfigFacts } from './config_facts.ts';

type Deps = { stores: { healthReports: HealthReportStore; destinations: DestinationStore } };

/** An installation as callers see it. */
export type DescribedInstallation = FullInstallation & { healthReasons: HealthReason[]; warnings: Warning[] };

/** Adds health reasons and warnings. The number of queries does not depend on the number of installations. */
export function makeDescribeInstallations({ stores }: Deps, { findConfigFacts }: { findConfigFacts: FindConfigFacts }) {
  return async function describeInstallations(found: FullInstallation[]): Promise<DescribedInstallation[]> {
    if (found.length === 0) return [];
    const [facts, reports, destinations] = await Promise.all([
      findConfigFacts(found),
      stores.healthReports.listOpen(found.map(({ installation }) => installation)),
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
  async function destinationsOf(
    projectIds: ReadonlySet<string>,
  ): Promise<Map<string, ReturnType<typeof projectedIds>>> {
    const known = await Promise.all(
      [...projectIds].map(async (id) => [id, projectedIds(await stores.destinations.list(id))] as const),
    );
    return new Map(known);
  }
}
