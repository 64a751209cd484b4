import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useAsked, useConsole, useDo, useLinks } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { DestinationDetail } from './destination_detail.tsx';

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
      <NewDestination onDone={refresh} />
    </Page>
  );
}

function NewDestination({ onDone }: { onDone(): void }) {
  const act = useDo();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const create = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    try {
      await act('createDestination', { body: { name, type: 'webhook', metadata: { url } } });
      setName('');
      setUrl('');
      onDone();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <form class="card" onSubmit={create} aria-label="New destination">
      <h2>New destination</h2>
      <TextField label="Name" value={name} onValue={setName} isRequired hint="A manifest refers to it by this name." />
      <TextField label="Webhook URL" value={url} onValue={setUrl} isRequired />
      <ProblemBox problem={problem} />
      <button type="submit" class="primary">
        Create
      </button>
    </form>
  );
}
