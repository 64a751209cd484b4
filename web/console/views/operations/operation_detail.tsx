import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Id } from '../../../ui/copy.tsx';
import { durationText } from '../../../ui/duration.ts';
import { Facts, Table } from '../../../ui/table.tsx';
import { ExactTime, Time } from '../../../ui/time.tsx';
import { useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { DestinationLink, InstallationLink } from '../../place/named_links.tsx';
import { Page } from '../../place/page.tsx';
import { navigate } from '../../place/place.ts';
import { Ledger } from './ledger.tsx';
import { durationOf, triggerText } from './operation_state.ts';
import { OperationBadge } from './operation_table.tsx';
import { ReplayDifference } from './replay_difference.tsx';
import { WriteDetail } from './write_detail.tsx';

/**
 * One operation with live data and its log: for a read the record counts and the replay, for a write the request and
 * the answer.
 */
export function OperationDetail({ operationId }: { operationId: string }) {
  const path = { operationId };
  const { data, problem } = useProjectPoll('getOperation', { path });
  const logs = useProjectPoll('listOperationLogs', { path });
  const [isAsking, setAsking] = useState(false);
  const what = data ? `${data.actionType} ${data.metadata?.objects?.join(', ') ?? ''}` : 'Operation';
  return (
    <Page
      title={what}
      problem={problem ?? logs.problem}
      asked={{ id: 'getOperation', path }}
      actions={
        data &&
        data.actionType !== 'write' && (
          <button type="button" onClick={() => setAsking(true)}>
            Replay
          </button>
        )
      }
    >
      {data && <OperationFacts operation={data} />}
      {data?.metadata?.write && <WriteDetail operation={data} write={data.metadata.write} metadata={data.metadata} />}
      {data?.metadata?.progress && <Ledger progress={data.metadata.progress} />}
      {data?.metadata?.replay && <ReplayDifference replay={data.metadata.replay} />}
      <h2>Log</h2>
      <Logs logs={logs.data} />
      {isAsking && <AskReplay operationId={operationId} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function OperationFacts({ operation }: { operation: Schema<'Operation'> }) {
  const link = useLinks();
  const { id, actionType, waitingFor, result, integrationId, installationId, createTime, updateTime } = operation;
  const duration = durationOf(operation, Date.now());
  return (
    <div class="card" aria-live="polite">
      <Facts
        facts={{
          Status: <OperationBadge operation={operation} />,
          ...(waitingFor && { Waits: <Wait {...waitingFor} /> }),
          Trigger: triggerText(operation),
          Result: result,
          Installation: <InstallationLink integrationId={integrationId} id={installationId} />,
          // A write has no deliveries.
          ...(actionType !== 'write' && {
            Deliveries: <a href={link('deliveries', [], { operationId: id })}>of its messages</a>,
          }),
          Started: <Time at={createTime} />,
          Changed: <Time at={updateTime} />,
          Duration: duration === null ? undefined : durationText(duration),
          Id: <Id id={id} />,
        }}
      />
    </div>
  );
}

function Wait({ detail, until, destinationId }: NonNullable<Schema<'Operation'>['waitingFor']>) {
  return (
    <>
      <div>{detail}</div>
      {until && (
        <div>
          until <Time at={until} />
        </div>
      )}
      {destinationId && (
        <div>
          Destination: <DestinationLink id={destinationId} />
        </div>
      )}
    </>
  );
}

function Logs({ logs }: { logs: readonly Schema<'Log'>[] | undefined }) {
  return (
    <Table<Schema<'Log'> & { at: number }>
      name="Log"
      rows={logs?.map((log, at) => ({ ...log, at }))}
      keyOf={({ at }) => String(at)}
      empty="No line is kept. Lines are deleted after their retention."
      columns={[
        { title: 'Time', cell: ({ timestamp }) => <ExactTime at={timestamp} /> },
        { title: 'Severity', cell: ({ severity }) => severity },
        { title: 'Message', cell: ({ message }) => message.msg },
        {
          title: 'Details',
          cell: ({ message: { error, details } }) => (
            <>
              {error}
              {details && <code>{spaced(details)}</code>}
            </>
          ),
        },
      ]}
    />
  );
}

/** JSON on one line, with spaces, so that it wraps on a narrow screen. */
function spaced(details: unknown): string {
  return JSON.stringify(details, null, 1).replace(/\n */g, ' ');
}

function AskReplay({ operationId, onClose }: { operationId: string; onClose(): void }) {
  const act = useProjectCall();
  const link = useLinks();
  const replay = async () => {
    const { body } = await act('replayOperation', { path: { operationId }, body: { deliver: false } });
    navigate(link('operations', [body?.operationId ?? operationId]));
  };
  return (
    <Confirm title="Replay this operation?" action="Replay" onClose={onClose} onConfirm={replay}>
      <p>
        The pages that the provider sent then are mapped again with today's rules, and compared. Nothing is fetched and
        nothing is delivered.
      </p>
    </Confirm>
  );
}
