import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { sinceChoices } from './recover_since.ts';

type Props = { destination: Schema<'Destination'> };

/** A button that asks for a start time, and sends all messages again that did not arrive since then. */
export function Recover({ destination, onDone }: Props & { onDone(): void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Recover
      </button>
      {isAsking && <AskRecovery destination={destination} onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskRecovery({ destination, onDone, onClose }: Props & { onDone(): void; onClose(): void }) {
  const act = useProjectCall();
  // The times of the choices are fixed when the dialog opens.
  const [choices] = useState(() => sinceChoices(destination, Date.now()));
  const [since, setSince] = useState(choices[0]?.[0] ?? '');
  const [own, setOwn] = useState('');
  const start = async () => {
    const body = { since: since === '' ? new Date(own).toISOString() : since };
    await act('recoverDestination', { path: { destination: destination.id }, body });
    onDone();
  };
  return (
    <Confirm title={`Recover ${destination.name}?`} action="Send again" onClose={onClose} onConfirm={start}>
      <p>
        Messages that are held, failed or undelivered are sent again in order, with the same ids. What has arrived is
        not sent again.
      </p>
      <SelectField
        label="Messages"
        value={since}
        options={[...choices, ['', 'since another time']]}
        onValue={setSince}
      />
      {since === '' && (
        <TextField label="Since (your local time)" type="datetime-local" value={own} onValue={setOwn} isRequired />
      )}
    </Confirm>
  );
}

/**
 * The last recoveries with their progress, and a button that ends a running one. Renders nothing when there is none.
 */
export function Recoveries({ destination }: Props) {
  const { role } = useConsole();
  const act = useProjectCall();
  const [problem, setProblem] = useState<unknown>(null);
  const path = { destination: destination.id };
  const { data } = useProjectPoll('listRecoveries', { path, query: { pageSize: 5 } });
  if (!data || data.length === 0) return null;
  const cancel = async (recoveryId: string) => {
    setProblem(null);
    await act('cancelRecovery', { path: { ...path, recoveryId } }).catch(setProblem);
  };
  return (
    <div aria-live="polite">
      <h3>Recoveries</h3>
      <ProblemBox problem={problem} />
      <Table<Schema<'Recovery'>>
        name="Recoveries"
        rows={data}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          { title: 'Started', cell: ({ createTime }) => <Time at={createTime} /> },
          { title: 'Messages since', cell: ({ since }) => <Time at={since} /> },
          { title: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
          { title: 'Found', isNumber: true, cell: ({ counts }) => counts.found },
          { title: 'Arrived', isNumber: true, cell: ({ counts }) => `${counts.delivered} of ${counts.released}` },
          { title: 'Nothing to send', isNumber: true, cell: ({ counts }) => counts.withoutBody },
          {
            title: 'Change',
            cell: ({ id, state }) =>
              state === 'running' &&
              role !== '' && (
                <button type="button" onClick={() => cancel(id)}>
                  Cancel
                </button>
              ),
          },
        ]}
      />
    </div>
  );
}
