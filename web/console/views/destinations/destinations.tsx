import type { Schema } from '../../../api/contract.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole, useLinks, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { countText } from './backlog_text.ts';
import { DestinationBadge } from './destination_badge.tsx';
import { DestinationDetail } from './destination_detail.tsx';
import { WebhookForm } from './webhook_form.tsx';

/** The view at /destinations, and at /destinations/<id>. */
export function Destinations() {
  const [destination] = useConsole().place.rest;
  return destination ? <DestinationDetail key={destination} destination={destination} /> : <DestinationList />;
}

function DestinationList() {
  const link = useLinks();
  const { data, problem, refresh } = useProjectPoll('listDestinations', { query: { pageSize: 1_000 } });
  const backlogs = useProjectPoll('listDeliveryBacklogs');
  const backlogOf = (id: string) => backlogs.data?.find(({ destinationId }) => destinationId === id);
  return (
    <Page
      title="Destinations"
      lead="Where records and events are sent, each signed with the destination's own key."
      problem={problem ?? backlogs.problem}
      asked={{ id: 'listDestinations' }}
    >
      <Table<Schema<'Destination'>>
        name="Destinations"
        rows={data}
        keyOf={({ id }) => id}
        empty="There is none yet. A manifest names the destination of each object."
        columns={[
          { title: 'Name', cell: ({ id, name }) => <a href={link('destinations', [id])}>{name}</a> },
          { title: 'Address', cell: ({ metadata }) => <Breakable text={String(metadata['url'] ?? '')} /> },
          { title: 'Status', cell: (destination) => <DestinationBadge destination={destination} /> },
          { title: 'Failures in a row', isNumber: true, cell: ({ failures }) => failures },
          {
            title: 'Waiting',
            isNumber: true,
            cell: ({ id }) => countCell(backlogOf(id), 'waiting'),
          },
          { title: 'Held', isNumber: true, cell: ({ id }) => countCell(backlogOf(id), 'held') },
          {
            title: 'Oldest',
            cell: ({ id }) => {
              const oldest = backlogOf(id)?.oldestTime;
              return oldest && <Time at={oldest} />;
            },
          },
          { title: 'Deliveries', cell: ({ id }) => <a href={link('deliveries', [], { destination: id })}>Show</a> },
        ]}
      />
      {/* Below a list that is shown: it would move when the list arrives. */}
      {data && <WebhookForm onDone={refresh} />}
    </Page>
  );
}

function countCell(backlog: Schema<'DeliveryBacklog'> | undefined, count: 'waiting' | 'held'): string | undefined {
  return backlog && countText(backlog[count], backlog.isMore);
}
