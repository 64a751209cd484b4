import { findObject } from '../../../../connectors/engine/objects/objects.ts';
import type { Provider, ProviderCatalogue } from '../../../../connectors/engine/catalogue/providers.ts';
import type { IsIncremental, ReadPlan } from '../../domain/read_plan.ts';
import { providerOf } from './read_of.ts';

/** Whether the provider can filter by change time; otherwise every read of the object is a full one. */
export function makeIsIncremental({ providers }: { providers: ProviderCatalogue }): IsIncremental {
  return function isIncremental(plan: ReadPlan): boolean {
    return canAsk(providerOf(providers, plan), plan, 'since');
  };
}

/** Whether a request for the object can name a bound of the change time. */
export function canAsk(provider: Provider, { module, objectName }: ReadPlan, bound: 'since' | 'until'): boolean {
  const { spec } = findObject(provider, module || undefined, objectName);
  return [spec, spec.narrowed].some((one) => one?.[bound] !== undefined || one?.where?.[bound] !== undefined);
}
