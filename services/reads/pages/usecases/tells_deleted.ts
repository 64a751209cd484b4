import { findObject } from '../../../../connectors/engine/objects/objects.ts';
import type { ProviderCatalogue } from '../../../../connectors/engine/catalogue/providers.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import { providerOf } from './read_of.ts';

/** Whether a read of changes includes deleted records. */
export function makeTellsDeleted({ providers }: { providers: ProviderCatalogue }) {
  return function tellsDeleted(plan: ReadPlan): boolean {
    const { spec } = findObject(providerOf(providers, plan), plan.module || undefined, plan.objectName);
    return spec.deleted !== undefined || spec.narrowed?.deleted !== undefined || spec.parts !== undefined;
  };
}
