import { useState } from 'preact/hooks';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { useProjectCall } from '../../place/console_context.ts';

/** A form that creates a webhook destination. */
export function WebhookForm({ onDone }: { onDone(): void }) {
  const act = useProjectCall();
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
