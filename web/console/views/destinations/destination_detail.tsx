import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { CodeBlock, Id } from '../../../ui/copy.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Facts } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole, useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { navigate } from '../../place/place.ts';
import { backlogText } from './backlog_text.ts';
import { DestinationBadge } from './destination_badge.tsx';
import { DestinationHeaders } from './destination_headers.tsx';
import { whyText } from './destination_state.ts';
import { DestinationUsers } from './destination_users.tsx';
import { Recover, Recoveries } from './recover.tsx';
import { SendNow } from './send_now.tsx';
import { TestMessage } from './test_message.tsx';

/** One destination: its state, its address, and its signing key. */
export function DestinationDetail({ destination }: { destination: string }) {
  const path = { destination };
  const { data, problem, refresh } = useProjectPoll('getDestination', { path });
  const [isDeleting, setDeleting] = useState(false);
  const [isPausing, setPausing] = useState(false);
  const act = useProjectCall();
  const link = useLinks();
  return (
    <Page
      title={data?.name ?? 'Destination'}
      problem={problem}
      asked={{ id: 'getDestination', path }}
      actions={
        <>
          <a class="button" href={link('deliveries', [], { destination })}>
            Deliveries
          </a>
          {data?.status === 'active' && (
            <button type="button" onClick={() => setPausing(true)}>
              Pause
            </button>
          )}
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      {data && (
        <>
          <DestinationFacts destination={data} />
          <Remedies destination={data} onDone={refresh} />
          <h2>Used by</h2>
          <DestinationUsers destination={data} />
          <Address key={data.id} destination={data} onDone={refresh} />
          <DestinationHeaders destination={data} onDone={refresh} />
          <SigningKey destination={data} />
        </>
      )}
      {isPausing && data && (
        <Confirm
          title={`Pause ${data.name}?`}
          action="Pause"
          onClose={() => setPausing(false)}
          onConfirm={async () => {
            await act('updateDestination', {
              path,
              body: { updateMask: ['status'], destination: { status: 'disabled' } },
            });
            refresh();
          }}
        >
          <p>What is for it is held, not lost, and sent when it is activated again.</p>
        </Confirm>
      )}
      {isDeleting && data && (
        <Confirm
          title={`Delete ${data.name}?`}
          action="Delete"
          isDanger
          typed={data.name}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await act('deleteDestination', { path });
            navigate(link('destinations'));
          }}
        >
          <p>What waits for it is not sent any more. This is refused while a manifest or config uses it.</p>
        </Confirm>
      )}
    </Page>
  );
}

function DestinationFacts({ destination }: { destination: Schema<'Destination'> }) {
  const { id, status, failures = 0, suspendedUntil, type, createTime } = destination;
  const backlogs = useProjectPoll('listDeliveryBacklogs');
  const backlog = backlogs.data?.find(({ destinationId }) => destinationId === id);
  const isProbedLater = suspendedUntil && Date.parse(suspendedUntil) > Date.now();
  return (
    <div class="card" aria-live="polite">
      {status === 'disabled' && (
        <p class="notice">
          It is disabled: {whyText(destination)}. What is for it is held, not lost. Mend the receiver or change the URL,
          and activate it; then what is held is sent.
        </p>
      )}
      <Facts
        facts={{
          Status: <DestinationBadge destination={destination} />,
          Type: type,
          'Failures in a row': failures,
          ...(isProbedLater && { 'Next try': <Time at={suspendedUntil} /> }),
          // In their place from the first: what comes later must not move a button under a pointer.
          Backlog: backlogs.data ? backlogText(backlog) : '…',
          'Oldest of them': backlog?.oldestTime ? <Time at={backlog.oldestTime} /> : '—',
          Created: <Time at={createTime} />,
          Id: <Id id={id} />,
        }}
      />
    </div>
  );
}

/** Actions for the person on call: test the receiver, and send the missed messages. */
function Remedies({ destination, onDone }: AddressProps) {
  const { role } = useConsole();
  return (
    <section class="card" aria-label="Remedies">
      <h2>Remedies</h2>
      {role !== '' && (
        <div class="row">
          <SendNow destination={destination} onDone={onDone} />
          <Recover destination={destination} onDone={onDone} />
          <TestMessage destination={destination.id} />
        </div>
      )}
      <p class="soft">
        Send now: what waits for a later attempt is due at once. Recover: also what failed for good. A test message
        changes nothing.
      </p>
      <Recoveries destination={destination} />
    </section>
  );
}

type AddressProps = { destination: Schema<'Destination'>; onDone(): void };

function Address({ destination, onDone }: AddressProps) {
  const act = useProjectCall();
  const [url, setUrl] = useState(String(destination.metadata['url'] ?? ''));
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const isDisabled = destination.status === 'disabled';
  const save = async (change: Record<string, unknown>, updateMask: string[], done: string) => {
    setProblem(null);
    setSaid('');
    const body = { updateMask, destination: change };
    await act('updateDestination', { path: { destination: destination.id }, body }).then(
      () => setSaid(done),
      setProblem,
    );
    onDone();
  };
  const saveUrl = (event: Event) => {
    event.preventDefault();
    return isDisabled
      ? save(
          { metadata: { url }, status: 'active' },
          ['metadata.url', 'status'],
          'Saved. The destination is active again.',
        )
      : save({ metadata: { url } }, ['metadata.url'], 'Saved.');
  };
  return (
    <form class="card" aria-label="Address" onSubmit={saveUrl}>
      <h2>Address</h2>
      <TextField label="Webhook URL" value={url} onValue={setUrl} isRequired />
      <div class="row">
        <button type="submit" class="primary">
          {isDisabled ? 'Save and activate' : 'Save'}
        </button>
        {isDisabled && (
          <button
            type="button"
            onClick={() => save({ status: 'active' }, ['status'], 'The destination is active again.')}
          >
            Activate
          </button>
        )}
      </div>
      <p role="status">{said}</p>
      <ProblemBox problem={problem} />
    </form>
  );
}

function SigningKey({ destination }: { destination: Schema<'Destination'> }) {
  const act = useProjectCall();
  const { role } = useConsole();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [isRotating, setRotating] = useState(false);
  const path = { destination: destination.id };
  const ask = async (query: Record<string, boolean>) => {
    const { body } = await act('getDestination', { path, query });
    setKey(body?.secrets?.webhookSigningKey ?? '');
  };
  return (
    <section class="card" aria-label="Signing key">
      <h2>Signing key</h2>
      <p class="soft">Your receiver checks with it that a message is from here.</p>
      {role === 'member' && <p>Only admins see it.</p>}
      {key && <CodeBlock label="Signing key" text={key} />}
      <div class="row">
        <button type="button" onClick={() => ask({ includeSecrets: true }).catch(setProblem)}>
          Show
        </button>
        <button type="button" onClick={() => setRotating(true)}>
          Rotate
        </button>
      </div>
      <ProblemBox problem={problem} />
      {isRotating && (
        <Confirm
          title="Rotate the signing key?"
          action="Rotate"
          onClose={() => setRotating(false)}
          onConfirm={() => ask({ includeSecrets: true, rotate: true })}
        >
          <p>Messages are signed with the old and the new key for a while, so the receiver can change in between.</p>
        </Confirm>
      )}
    </section>
  );
}
