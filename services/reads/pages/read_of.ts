import type { Provider, ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { ReadTarget } from '../../../connectors/engine/read/read.ts';
import { parseJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { IsIncremental, ReadPlan } from '../read_plan.ts';
import type { ReadRun } from './pages_to_commit.ts';

type OperationOfRead = Pick<ReadRun['operation'], 'readType' | 'sinceTime' | 'untilTime'>;

/** Throws unprocessable when the provider file is missing. */
export function providerOf(providers: ProviderCatalogue, { provider }: ReadPlan): Provider {
  const found = providers.get(provider);
  if (!found) throw new Problem('unprocessable', `Causeway has no provider file for ${provider}.`);
  return found;
}

/** Translates a read into the engine's parameters. A backfill may have its own filters. */
export function readTimesOf(plan: ReadPlan, { readType, sinceTime, untilTime }: OperationOfRead) {
  const filters = (readType === 'backfill' && plan.backfillFiltersJson) || plan.filtersJson;
  return {
    module: plan.module || undefined,
    objectName: plan.objectName,
    since: sinceTime === null ? undefined : toIso(sinceTime),
    until: untilTime === null ? undefined : toIso(untilTime),
    filters: filters ? (parseJson(filters) as unknown as ReadTarget['filters']) : undefined,
  };
}

/** Whether the provider can filter by change time. If it cannot, every read of the object returns all records. */
export function makeIsIncremental({ providers }: { providers: ProviderCatalogue }): IsIncremental {
  return function isIncremental(plan: ReadPlan): boolean {
    return canFilterByTime(providerOf(providers, plan), plan, 'since');
  };
}

/** Whether a request for the object can contain this bound of the change time. */
export function canFilterByTime(
  provider: Provider,
  { module, objectName }: ReadPlan,
  bound: 'since' | 'until',
): boolean {
  const { spec } = findObject(provider, module || undefined, objectName);
  return [spec, spec.narrowed].some((one) => one?.[bound] !== undefined || one?.where?.[bound] !== undefined);
}

/** Whether a read of changes includes deleted records. */
export function makeIncludesDeleted({ providers }: { providers: ProviderCatalogue }) {
  return function includesDeleted(plan: ReadPlan): boolean {
    const { spec } = findObject(providerOf(providers, plan), plan.module || undefined, plan.objectName);
    return spec.deleted !== undefined || spec.narrowed?.deleted !== undefined || spec.parts !== undefined;
  };
}
