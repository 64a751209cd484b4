import type { ProviderCatalogue } from '../../../../connectors/engine/catalogue/providers.ts';
import { filterPlan } from '../../../../connectors/engine/read/read.ts';
import type { ReadRun } from '../../pages/domain/read_run.ts';
import { providerOf, readOf } from '../../pages/usecases/read_of.ts';

type Deps = { providers: ProviderCatalogue };
type Started = Pick<ReadRun['operation'], 'readType' | 'sinceTime' | 'untilTime'>;

/** The lines about filters in an operation's log: which ones the provider applies, and which ones Causeway applies. */
export function makeFilterLines({ providers }: Deps) {
  return function filterLines(plan: ReadRun['plan'], operation: Started): string[] {
    const { pushed, here } = filterPlan({ provider: providerOf(providers, plan), ...readOf(plan, operation) });
    const asked = names(pushed);
    const searched = names(here);
    return [
      ...(asked ? [`The provider filters by ${asked}.`] : []),
      ...(searched ? [`Causeway filters the responses by ${searched}.`] : []),
    ];
  };
}

function names(filters: readonly { fieldName: string }[]): string {
  return filters.map(({ fieldName }) => fieldName).join(', ');
}

export type FilterLines = ReturnType<typeof makeFilterLines>;
