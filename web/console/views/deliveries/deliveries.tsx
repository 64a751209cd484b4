import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { ChooseCustomer, CustomerField } from '../../filters/customer_field.tsx';
import { useOneCustomer } from '../../filters/customers.ts';
import { ObjectField } from '../../filters/known_fields.tsx';
import { useConsole, useLinks, useProjectPoll } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { DeliveryDetail } from './delivery_detail.tsx';
import { DeliveryWait } from './delivery_wait.tsx';

/** The view at /deliveries with filters, and at /deliveries/<id>. */
export function Deliveries() {
  const [deliveryId] = useConsole().place.rest;
  return deliveryId ? <DeliveryDetail key={deliveryId} deliveryId={deliveryId} /> : <DeliveryList />;
}

const STATES = ['pending', 'held', 'delivered', 'failed', 'undelivered', 'lost', 'cancelled'];

function DeliveryList() {
  const { call, project } = useConsole();
  const link = useLinks();
  const [filters, setFilter] = useFilters();
  const destinations = useProjectPoll('listDestinations', { query: { pageSize: 1_000 } });
  const { destination = '', state, objectName, operationId } = filters;
  const { groupRef, fitting, isOpen } = useOneCustomer();
  const query = { groupRef, destination, state, objectName, operationId };
  const asked = { path: { projectIdOrName: project.id }, query };
  const list = usePolledList(call, 'listDeliveriesForProject', asked, { skip: isOpen });
  const destinationOf = (id: string) => destinations.data?.find((one) => one.id === id);
  return (
    <Page
      title="Deliveries"
      lead="Each is the sending of one message to one destination."
      problem={destinations.problem ?? list.problem}
      asked={{ id: 'listDeliveriesForProject', query }}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <CustomerField />
        <SelectField
          label="Destination"
          value={destination}
          options={[['', 'Any'], ...(destinations.data ?? []).map(({ id, name }) => [id, name] as const)]}
          onValue={setFilter('destination')}
        />
        <SelectField
          label="State"
          value={filters['state'] ?? ''}
          options={[['', 'Any'], ...STATES.map((state) => [state, state] as const)]}
          onValue={setFilter('state')}
        />
        <TextField
          label="Operation"
          type="search"
          value={filters['operationId'] ?? ''}
          onValue={setFilter('operationId')}
        />
        <ObjectField />
      </form>
      {destinations.data?.length === 0 ? (
        <p>
          There is no destination yet. <a href={link('destinations')}>Create one</a>; then deliveries are listed here.
        </p>
      ) : isOpen ? (
        <ChooseCustomer fitting={fitting} />
      ) : (
        <Table<Schema<'Delivery'>>
          name="Deliveries"
          rows={list.rows}
          keyOf={({ id }) => id}
          empty="No delivery fits these filters. Final deliveries are deleted after their retention."
          columns={[
            {
              title: 'Created',
              cell: ({ id, createTime }) => (
                <a href={link('deliveries', [id])}>
                  <Time at={createTime} />
                </a>
              ),
            },
            { title: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
            {
              title: 'Destination',
              cell: ({ destinationId }) => (
                <a href={link('destinations', [destinationId])}>
                  {destinationOf(destinationId)?.name ?? destinationId}
                </a>
              ),
            },
            { title: 'What', cell: ({ objectName, eventType }) => objectName ?? eventType },
            { title: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
            { title: 'Last error', cell: ({ error }) => error },
            {
              title: 'Waits for',
              cell: (delivery) => (
                <DeliveryWait delivery={delivery} destination={destinationOf(delivery.destinationId)} />
              ),
            },
          ]}
        />
      )}
      {!isOpen && <More list={list} />}
    </Page>
  );
}
