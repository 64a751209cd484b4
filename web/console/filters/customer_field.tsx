import { TextField } from '../../ui/field.tsx';
import { useProjectPoll } from '../place/console_context.ts';
import { useFilters } from '../place/filters.ts';
import { type Customer, customerText, searchOf } from './customer_text.ts';
import { useCustomers } from './customers.ts';

/** The poll interval in milliseconds. */
const EVERY_MS = 30_000;

/** A filter field: the user chooses a customer from the list, or types a part of a name or ref. */
export function CustomerField() {
  const [{ groupRef = '', customer = '' }, , setFilters] = useFilters();
  const chosen = useProjectPoll(
    'listConnections',
    { query: { groupRef, pageSize: 1 } },
    { everyMs: EVERY_MS, skip: groupRef === '', isQuiet: true },
  );
  const { groupName = groupRef } = chosen.data?.[0]?.group ?? {};
  const offered = useCustomers(searchOf(customer)) ?? [];
  const choose = (text: string) => {
    const one = offered.find((listed) => customerText(listed) === text);
    setFilters(one ? { groupRef: one.ref, customer: '' } : { groupRef: '', customer: text });
  };
  return (
    <TextField
      label="Customer"
      type="search"
      placeholder="Name or ref"
      value={groupRef === '' ? customer : customerText({ ref: groupRef, name: groupName })}
      suggestions={offered.map(customerText)}
      onValue={choose}
    />
  );
}

/** A list of the customers that match the text, for lists that the API filters by one customer only. */
export function ChooseCustomer({ fitting }: { fitting: readonly Customer[] | undefined }) {
  const [, , setFilters] = useFilters();
  if (!fitting) return <p class="soft">Loading …</p>;
  if (fitting.length === 0) return <p class="soft">No customer’s name or ref contains this.</p>;
  return (
    <div class="notice" role="status">
      <p>{fitting.length} customers fit. This list shows one of them:</p>
      <div class="row">
        {fitting.slice(0, 20).map((customer) => (
          <button type="button" key={customer.ref} onClick={() => setFilters({ groupRef: customer.ref, customer: '' })}>
            {customerText(customer)}
          </button>
        ))}
      </div>
      {fitting.length > 20 && <p>And more: type more of the name.</p>}
    </div>
  );
}
