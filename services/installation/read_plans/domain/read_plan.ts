import type { ObjectPlan } from '../../configs/domain/object_plan.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';

/** An object plan with its installation and integration. */
export type ReadPlan = ObjectPlan & {
  owner: FullInstallation;
  integrationName: string;
  /** When the latest revision was created, in Unix milliseconds. */
  latestRevisionTime: number;
};
