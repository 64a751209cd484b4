import type { ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import { filterPlan } from '../../../connectors/engine/read/read.ts';
import type { ReadRun } from '../domain/read_run.ts';
import { providerOf, readOf } from './read_of.ts';

type Deps = { providers: ProviderCatalogue };
type Started = Pick<ReadRun['operation'], 'readType' | 'sinceTime' | 'untilTime'>;

/** What the log of an operation says of its filters: which the provider is asked for, and which cost more. */
export function makeFilterLines({ providers }: Deps) {
  return function filterLines(plan: ReadRun['plan'], operation: Started): string[] {
    const { pushed, here } = filterPlan({ provider: providerOf(providers, plan), ...readOf(plan, operation) });
    const asked = names(pushed);
    const searched = names(here);
    return [
      ...(asked ? [`The provider is asked for the records whose filter by ${asked} holds.`] : []),
      ...(searched ? [`The filter by ${searched} is applied to what the provider answers.`] : []),
    ];
  };
}

function names(filters: readonly { fieldName: string }[]): string {
  return filters.map(({ fieldName }) => fieldName).join(', ');
}

export type FilterLines = ReturnType<typeof makeFilterLines>;
