import type { Provider, ProviderCatalogue } from '../../../../connectors/engine/catalogue/providers.ts';
import type { ReadTarget } from '../../../../connectors/engine/read/read.ts';
import { parseJson } from '../../../../lib/json/json.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import { toIso } from '../../../../lib/time/iso.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';

type Operation = Pick<ReadRun['operation'], 'readType' | 'sinceTime' | 'untilTime'>;

/** Throws unprocessable when the provider file is missing. */
export function providerOf(providers: ProviderCatalogue, { provider }: ReadPlan): Provider {
  const found = providers.get(provider);
  if (!found) throw new Problem('unprocessable', `Causeway has no provider file for ${provider}.`);
  return found;
}

/** The read in the engine's terms. A backfill may have its own filters. */
export function readOf(plan: ReadPlan, { readType, sinceTime, untilTime }: Operation) {
  const filters = (readType === 'backfill' && plan.backfillFiltersJson) || plan.filtersJson;
  return {
    module: plan.module || undefined,
    objectName: plan.objectName,
    since: sinceTime === null ? undefined : toIso(sinceTime),
    until: untilTime === null ? undefined : toIso(untilTime),
    filters: filters ? (parseJson(filters) as unknown as ReadTarget['filters']) : undefined,
  };
}
