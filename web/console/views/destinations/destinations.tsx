import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useAsked, useConsole, useLinks } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { DestinationDetail } from './destination_detail.tsx';
import { WebhookForm } from './webhook_form.tsx';

/** /destinations, and /destinations/<id>. */
export function Destinations() {
  const [destination] = useConsole().place.rest;
  return destination ? <DestinationDetail key={destination} destination={destination} /> : <DestinationList />;
}

function DestinationList() {
  const link = useLinks();
  const { data, problem, refresh } = useAsked('listDestinations', { query: { pageSize: 1_000 } });
  return (
    <Page
      title="Destinations"
      lead="Where records and events are sent, each signed with the destination's own key."
      problem={problem}
      asked={{ id: 'listDestinations' }}
    >
      <Table<Schema<'Destination'>>
        name="Destinations"
        rows={data}
        keyOf={({ id }) => id}
        empty="There is none yet. A manifest names the destination of each object."
        columns={[
          { title: 'Name', cell: ({ id, name }) => <a href={link('destinations', [id])}>{name}</a> },
          { title: 'Address', cell: ({ metadata }) => String(metadata['url'] ?? '') },
          { title: 'Status', cell: ({ status }) => <Badge>{status ?? 'active'}</Badge> },
          { title: 'Failures in a row', isNumber: true, cell: ({ failures }) => failures },
          { title: 'Failing since', cell: ({ failingSince }) => failingSince && <Time at={failingSince} /> },
          { title: 'Deliveries', cell: ({ id }) => <a href={link('deliveries', [], { destination: id })}>Show</a> },
        ]}
      />
      <WebhookForm onDone={refresh} />
    </Page>
  );
}
