import { createHash } from 'node:crypto';
import type { ReadPlan } from '../domain/read_plan.ts';

/** Whose ids an object's are: those of another account, or by other filters, are another set. */
export function sweepScope({ connectionId, module, filtersJson }: ReadPlan): string {
  return createHash('sha256')
    .update(JSON.stringify([connectionId, module, filtersJson]))
    .digest('hex');
}
