import type { PlannedObject } from '../../../../lib/read_plan/read_plan.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';

/** An object plan with its installation and integration. */
export type OwnedPlan = PlannedObject & {
  owner: FullInstallation;
  integrationName: string;
  /** When the latest revision was created, in Unix milliseconds. */
  latestRevisionTime: number;
};
