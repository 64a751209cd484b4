import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Id } from '../../../ui/copy.tsx';
import { Facts, Table } from '../../../ui/table.tsx';
import { ExactTime, Time } from '../../../ui/time.tsx';
import { useConsole, useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { DestinationLink } from '../../place/named_links.tsx';
import { Page } from '../../place/page.tsx';
import { DeliveryWait } from './delivery_wait.tsx';
import { isFailed } from './spans.ts';
import { Waterfall } from './waterfall.tsx';

type Attempt = NonNullable<Schema<'Delivery'>['attempts']>[number];

/** One delivery: the source of its message, and each attempt with the receiver's answer. */
export function DeliveryDetail({ deliveryId }: { deliveryId: string }) {
  const link = useLinks();
  const path = { deliveryId };
  const { data, problem, refresh } = useProjectPoll('getDelivery', { path });
  const { role } = useConsole();
  const act = useProjectCall();
  const [isAsking, setAsking] = useState(false);
  const destination = useDestination(data?.destinationId ?? '');
  const operationId = data?.operationId ?? '';
  const operation = useProjectPoll(
    'getOperation',
    { path: { operationId } },
    { skip: operationId === '', isQuiet: true },
  );
  return (
    <Page
      title="Delivery"
      problem={problem}
      asked={{ id: 'getDelivery', path }}
      actions={
        role !== '' &&
        data && (
          <button type="button" onClick={() => setAsking(true)}>
            Send again
          </button>
        )
      }
    >
      {data && (
        <>
          <div class="card" aria-live="polite">
            <Facts
              facts={{
                State: <Badge>{data.state}</Badge>,
                What: data.objectName ?? data.eventType,
                ...(data.error && { 'Last error': data.error }),
                Destination: <DestinationLink id={data.destinationId} />,
                ...(data.operationId && {
                  Operation: <a href={link('operations', [data.operationId])}>{data.operationId}</a>,
                }),
                Created: <Time at={data.createTime} />,
                ...((data.state === 'pending' || data.state === 'held') && {
                  'Waits for': <DeliveryWait delivery={data} destination={destination} />,
                }),
                Id: <Id id={data.id} />,
              }}
            />
          </div>
          <Waterfall delivery={data} operation={operation.data} isOperationGone={operation.problem?.status === 404} />
          <h2>Attempts</h2>
          <Table<Attempt>
            name="Attempts"
            rows={inOrder(data.attempts)}
            keyOf={({ startTime, number }) => `${startTime} ${number}`}
            empty="No attempt has been made yet."
            columns={[
              { title: 'Number', isNumber: true, cell: ({ number }) => number },
              { title: 'Started', cell: ({ startTime }) => <ExactTime at={startTime} /> },
              { title: 'Took', isNumber: true, cell: ({ latencyMs }) => `${latencyMs} ms` },
              { title: 'Result', cell: (attempt) => <Badge>{isFailed(attempt) ? 'failed' : 'accepted'}</Badge> },
              { title: 'Status', isNumber: true, cell: ({ status }) => status },
              { title: 'Error', cell: ({ error }) => error },
              { title: 'Answer', cell: ({ answer }) => answer && <code>{answer}</code> },
            ]}
          />
        </>
      )}
      {isAsking && (
        <Confirm
          title="Send this message again?"
          action="Send again"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await act('resendDelivery', { path });
            refresh();
          }}
        >
          <p>The receiver gets it with the same id and the same bytes, also when it has accepted it before.</p>
        </Confirm>
      )}
    </Page>
  );
}

function useDestination(id: string): Schema<'Destination'> | undefined {
  return useProjectPoll('getDestination', { path: { destination: id } }, { skip: id === '', isQuiet: true }).data;
}

/** Sorts attempts by time, because after a resend their numbers start again at 1. */
function inOrder(attempts: readonly Attempt[] = []): Attempt[] {
  return attempts.toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
}
