import { useProjectPoll } from '../place/console_context.ts';
import { useFilters } from '../place/filters.ts';
import { type Customer, customersOf, searchOf } from './customer_text.ts';

/** A longer list is no help: the user types more of the name instead. */
const MAX_CONNECTIONS = 200;
/** The poll interval in milliseconds. Names change rarely. */
const EVERY_MS = 30_000;

/** Customers with a connection whose name or ref contains a text, newest connection first; undefined while loading. */
export function useCustomers(search: string, { skip = false } = {}): readonly Customer[] | undefined {
  const query = { search, pageSize: MAX_CONNECTIONS };
  const { data } = useProjectPoll('listConnections', { query }, { everyMs: EVERY_MS, skip, isQuiet: true });
  return data && customersOf(data.map(({ group }) => group));
}

export type CustomerFilter = {
  /** The ref of the chosen customer; empty when none is chosen. */
  groupRef: string;
  /** The text that the user typed, a part of a name or ref; empty when a customer is chosen. */
  search: string;
};

/** Reads the customer filter from the address: `groupRef` is a chosen customer, `customer` a part of a name or ref. */
export function useCustomerFilter(): CustomerFilter {
  const [{ groupRef = '', customer = '' }] = useFilters();
  return { groupRef, search: groupRef === '' ? searchOf(customer) : '' };
}

/**
 * The customer for a list that the API filters by one customer only: the chosen one, or the only one that matches the
 * text. `fitting`: all customers that match the text; undefined while loading, empty without a text.
 */
export function useOneCustomer(): { groupRef: string; fitting: readonly Customer[] | undefined; isOpen: boolean } {
  const { groupRef, search } = useCustomerFilter();
  const isText = search !== '';
  const found = useCustomers(search, { skip: !isText });
  const fitting = isText ? found : [];
  const only = fitting?.length === 1 ? (fitting[0]?.ref ?? '') : '';
  return { groupRef: groupRef || only, fitting, isOpen: isText && only === '' };
}
