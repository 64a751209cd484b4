import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { Copy } from '../../../ui/copy.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Time } from '../../../ui/time.tsx';
import { useProjectCall } from '../../place/console_context.ts';

type Props = { connection: Schema<'Connection'> };

/**
 * Makes a link with which the customer of a connection connects the account again, and a button that copies the link.
 */
export function ConnectLink({ connection: { group, consumer, provider } }: Props) {
  const act = useProjectCall();
  const [made, setMade] = useState<{ url: string; expiresAt: string } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const make = async () => {
    setProblem(null);
    const body = { groupRef: group.groupRef, consumerRef: consumer.consumerRef, provider };
    await act('createConnectSession', { body }).then(({ body: session }) => setMade(session ?? null), setProblem);
  };
  return (
    <>
      <button type="button" class="primary" onClick={make}>
        Make a connect link
      </button>
      <ProblemBox problem={problem} />
      {made && (
        <div role="status">
          <p>
            <a href={made.url} target="_blank" rel="noreferrer">
              <Breakable text={made.url} />
            </a>
          </p>
          <Copy text={made.url} label="Copy the link" /> Expires <Time at={made.expiresAt} />
        </div>
      )}
    </>
  );
}
