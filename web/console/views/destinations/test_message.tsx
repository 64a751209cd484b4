import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Facts } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useProjectCall } from '../../place/console_context.ts';

/** Sends one test message, and shows the receiver's answer unchanged. */
export function TestMessage({ destination }: { destination: string }) {
  const act = useProjectCall();
  const [answer, setAnswer] = useState<Schema<'DestinationTest'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const send = async () => {
    setBusy(true);
    setAnswer(null);
    setProblem(null);
    await act('testDestination', { path: { destination } }).then(({ body }) => setAnswer(body), setProblem);
    setBusy(false);
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={send}>
        Send a test message
      </button>
      <div role="status" class="whole">
        {answer && <TestAnswer answer={answer} />}
      </div>
      <ProblemBox problem={problem} />
    </>
  );
}

function TestAnswer({ answer: { isAccepted, status, error, latencyMs, answer, startTime } }: AnswerProps) {
  return (
    <Facts
      facts={{
        'Test message': <Badge>{isAccepted ? 'accepted' : 'failed'}</Badge>,
        ...(status !== undefined && { 'Answered with status': status }),
        ...(error !== undefined && { 'No answer': error }),
        Took: `${latencyMs} ms`,
        Sent: <Time at={startTime} />,
        'The answer': answer ? <pre>{answer}</pre> : <span class="soft">empty</span>,
      }}
    />
  );
}

type AnswerProps = { answer: Schema<'DestinationTest'> };
