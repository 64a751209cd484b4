import type { Schema } from '../../../api/contract.ts';

/** The changes of a deploy, one entry per integration of the manifest. */
export type Plan = readonly {
  name: string;
  /** `new`, `changed` or `unchanged`; another value is shown as the server sent it. */
  change: string;
  /** The previous manifest as text. Empty for a new integration. */
  before: string;
  after: string;
  /** Objects that are read now and that the manifest no longer has. */
  dropped: string[];
  warnings: Schema<'Warning'>[];
  /** Id of the revision that it was compared with; empty for a new one. */
  formerId: string;
}[];

/** The answer of a dry run, as it is shown. */
export function planOf(planned: readonly Schema<'Integration'>[]): Plan {
  return planned.map(({ name, latestRevision, plan }) => ({
    name,
    change: plan?.change === 'created' ? 'new' : (plan?.change ?? 'unchanged'),
    before: plan?.former ? JSON.stringify(plan.former.content, null, 2) : '',
    after: JSON.stringify(latestRevision.content, null, 2),
    dropped: plan?.droppedObjects ?? [],
    warnings: latestRevision.warnings,
    formerId: plan?.former?.id ?? '',
  }));
}

/** The revisions that the plan was made against: another deploy in between makes this deploy a 409. */
export function expectedIds(plan: Plan): Record<string, string> {
  return Object.fromEntries(plan.map(({ name, formerId }) => [name, formerId]));
}
