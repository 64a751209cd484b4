import { useAsked } from '../place/console_context.ts';
import { useFilters } from '../place/filters.ts';
import { type Customer, customersOf, searchOf } from './customer_text.ts';

/** More are no help: who looks for one types more of its name. */
const MAX_CONNECTIONS = 200;
/** Ms. Names change rarely. */
const EVERY_MS = 30_000;

/** Customers with a connection whose name or ref contains a text, newest connection first; undefined while not known. */
export function useCustomers(search: string, { skip = false } = {}): readonly Customer[] | undefined {
  const query = { search, pageSize: MAX_CONNECTIONS };
  const { data } = useAsked('listConnections', { query }, { everyMs: EVERY_MS, skip, isQuiet: true });
  return data && customersOf(data.map(({ group }) => group));
}

export type CustomerFilter = {
  /** The chosen customer; empty while none is. */
  groupRef: string;
  /** A part of a name or ref; empty when a customer is chosen. */
  search: string;
};

/** The customer that the address names: chosen from the list (`groupRef`), or a part of a name or ref (`customer`). */
export function useCustomerFilter(): CustomerFilter {
  const [{ groupRef = '', customer = '' }] = useFilters();
  return { groupRef, search: groupRef === '' ? searchOf(customer) : '' };
}

/**
 * The customer of a list that the API limits to one: the chosen one, or the only one that fits the text. `fitting`: all
 * that fit the text, undefined while not known; empty without a text.
 */
export function useOneCustomer(): { groupRef: string; fitting: readonly Customer[] | undefined; isOpen: boolean } {
  const { groupRef, search } = useCustomerFilter();
  const isText = search !== '';
  const found = useCustomers(search, { skip: !isText });
  const fitting = isText ? found : [];
  const only = fitting?.length === 1 ? (fitting[0]?.ref ?? '') : '';
  return { groupRef: groupRef || only, fitting, isOpen: isText && only === '' };
}
