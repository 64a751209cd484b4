import { hashedKey } from '../../../../lib/work/domain/active_key.ts';
import type { CallAuth } from '../../domain/installation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';

export type Scope = 'connection' | 'app' | 'object';

/** The keys of the budgets that a read uses; null for the app scope when there is no app. */
export function budgetKeys(
  { connectionId, objectName }: ReadPlan,
  { providerAppId }: CallAuth,
): Record<Scope, string | null> {
  return {
    connection: `connection:${connectionId}`,
    app: providerAppId ? `app:${providerAppId}` : null,
    object: hashedKey(`object:${connectionId}:${objectName}`),
  };
}
