import { createHash } from 'node:crypto';
import type { ReadPlan } from '../../domain/read_plan.ts';

/** A hash of what determines an object's set of ids: account, module and filters. */
export function sweepScope({ connectionId, module, filtersJson }: ReadPlan): string {
  return createHash('sha256')
    .update(JSON.stringify([connectionId, module, filtersJson]))
    .digest('hex');
}
