import type { Schema } from '../../../api/contract.ts';

/** The changes of a deploy, one entry per integration of the manifest. */
export type Plan = readonly {
  name: string;
  /** `new`, `changed` or `unchanged`; another value is shown as the server sent it. */
  change: string;
  /** The previous manifest as text. Empty for a new integration. */
  before: string;
  after: string;
  /** Objects that are read now and are not in the new manifest. */
  dropped: string[];
  warnings: Schema<'Warning'>[];
  /** The id of the revision with which the manifest was compared; empty for a new integration. */
  formerId: string;
}[];

/** Makes the plan from the answer of a dry run. */
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

/** The revisions with which the plan was made. If another deploy has changed one, this deploy gets a 409. */
export function expectedIds(plan: Plan): Record<string, string> {
  return Object.fromEntries(plan.map(({ name, formerId }) => [name, formerId]));
}
