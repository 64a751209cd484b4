import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useAsked, useConsole, useLinks } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { DeliveryDetail } from './delivery_detail.tsx';

/** /deliveries with filters, and /deliveries/<id>. */
export function Deliveries() {
  const [deliveryId] = useConsole().place.rest;
  return deliveryId ? <DeliveryDetail key={deliveryId} deliveryId={deliveryId} /> : <DeliveryList />;
}

const STATES = ['pending', 'held', 'delivered', 'failed', 'undelivered', 'lost', 'cancelled'];

function DeliveryList() {
  const { call, project } = useConsole();
  const link = useLinks();
  const [filters, setFilter] = useFilters();
  const destinations = useAsked('listDestinations', { query: { pageSize: 1_000 } }, { everyMs: 10_000 });
  const destination = filters['destination'] || destinations.data?.[0]?.id || '';
  const query = { state: filters['state'], objectName: filters['objectName'] };
  const path = { projectIdOrName: project.id, destination };
  const list = usePolledList(call, 'listDeliveries', { path, query }, { skip: destination === '' });
  return (
    <Page
      title="Deliveries"
      lead="Each is the sending of one message to one destination."
      problem={destinations.problem ?? list.problem}
      {...(destination !== '' && { asked: { id: 'listDeliveries' as const, path: { destination }, query } })}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Destination"
          value={destination}
          options={(destinations.data ?? []).map(({ id, name }) => [id, name])}
          onValue={setFilter('destination')}
        />
        <SelectField
          label="State"
          value={filters['state'] ?? ''}
          options={[['', 'Any'], ...STATES.map((state) => [state, state] as const)]}
          onValue={setFilter('state')}
        />
        <TextField label="Object" type="search" value={filters['objectName'] ?? ''} onValue={setFilter('objectName')} />
      </form>
      {destinations.data?.length === 0 ? (
        <p>
          There is no destination yet. <a href={link('destinations')}>Create one</a>; then deliveries are listed here.
        </p>
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
            { title: 'What', cell: ({ objectName, eventType }) => objectName ?? eventType },
            { title: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
            { title: 'Last error', cell: ({ error }) => error },
            { title: 'Next attempt', cell: ({ nextAttemptTime }) => nextAttemptTime && <Time at={nextAttemptTime} /> },
          ]}
        />
      )}
      <More list={list} />
    </Page>
  );
}
