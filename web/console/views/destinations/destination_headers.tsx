import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { useProjectCall } from '../../place/console_context.ts';

type Props = { destination: Schema<'Destination'>; onDone(): void };
type Header = { name: string; value: string };

/**
 * The headers of each message. Stored values arrive masked; a mask that is sent back leaves the stored value unchanged.
 */
export function DestinationHeaders({ destination, onDone }: Props) {
  const act = useProjectCall();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const held = (destination.metadata['headers'] ?? {}) as Record<string, string>;
  const rows = Object.entries(held).map(([one, shown]) => ({ name: one, value: shown }));
  const save = async (headers: Record<string, string>) => {
    setProblem(null);
    const body = { updateMask: ['metadata.headers'], destination: { metadata: { headers } } };
    try {
      await act('updateDestination', { path: { destination: destination.id }, body });
      setName('');
      setValue('');
      onDone();
    } catch (error) {
      setProblem(error);
    }
  };
  const without = (gone: string) =>
    Object.fromEntries(Object.entries(held).filter(([one]) => one.toLowerCase() !== gone.toLowerCase()));
  const add = (event: Event) => {
    event.preventDefault();
    return save({ ...without(name), [name]: value });
  };
  return (
    <section class="card" aria-label="Headers">
      <h2>Headers</h2>
      <p class="soft">
        Sent with each message, for a receiver that wants to know who sends. Their values are not shown.
      </p>
      <Table<Header>
        name="Headers that are sent"
        rows={rows}
        keyOf={(header) => header.name}
        empty="No header of yours is sent."
        columns={[
          { title: 'Name', cell: (header) => <code>{header.name}</code> },
          {
            title: 'Change',
            cell: (header) => (
              <button
                type="button"
                class="danger"
                aria-label={`Remove ${header.name}`}
                onClick={() => save(without(header.name))}
              >
                Remove
              </button>
            ),
          },
        ]}
      />
      <form class="row" onSubmit={add}>
        <TextField label="Header" value={name} onValue={setName} isRequired />
        <TextField label="Value" type="password" value={value} onValue={setValue} isRequired />
        <button type="submit">Set</button>
      </form>
      <ProblemBox problem={problem} />
    </section>
  );
}
