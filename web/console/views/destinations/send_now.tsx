import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { useProjectCall } from '../../place/console_context.ts';

type Props = { destination: Schema<'Destination'>; onDone(): void };

/** A button that makes waiting deliveries due now. It activates a disabled destination, so the user must confirm it. */
export function SendNow({ destination, onDone }: Props) {
  const act = useProjectCall();
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const send = async () => {
    const body = { updateMask: ['status'], destination: { status: 'active' } };
    await act('updateDestination', { path: { destination: destination.id }, body });
    setSaid('What waits is due now.');
    onDone();
  };
  const press = async () => {
    setProblem(null);
    setSaid('');
    if (destination.status === 'disabled') setAsking(true);
    else await send().catch(setProblem);
  };
  return (
    <>
      <button type="button" class="primary" onClick={press}>
        Send now
      </button>
      <span role="status">{said}</span>
      <ProblemBox problem={problem} />
      {isAsking && (
        <Confirm
          title={`Activate ${destination.name} and send?`}
          action="Activate and send"
          onClose={() => setAsking(false)}
          onConfirm={send}
        >
          <p>It is disabled. It takes messages again, those that are held first.</p>
        </Confirm>
      )}
    </>
  );
}
