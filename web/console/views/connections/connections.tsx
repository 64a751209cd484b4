import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Id } from '../../../ui/copy.tsx';
import { More, usePolledList } from '../../../ui/more.tsx';
import { Facts, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { CustomerField } from '../../filters/customer_field.tsx';
import { useCustomerFilter } from '../../filters/customers.ts';
import { ProviderField } from '../../filters/known_fields.tsx';
import { useConsole, useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { navigate } from '../../place/place.ts';
import { ConnectLink } from './connect_link.tsx';

/** The view at /connections with filters, and at /connections/<id>. */
export function Connections() {
  const [connectionId] = useConsole().place.rest;
  return connectionId ? <ConnectionDetail connectionId={connectionId} /> : <ConnectionList />;
}

function ConnectionList() {
  const { call, project } = useConsole();
  const link = useLinks();
  const [{ provider }] = useFilters();
  const query = { provider, ...useCustomerFilter() };
  const list = usePolledList(call, 'listConnections', { path: { projectIdOrName: project.id }, query });
  return (
    <Page
      title="Connections"
      lead="Each is one customer's authorised account at a provider."
      problem={list.problem}
      asked={{ id: 'listConnections', query }}
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <CustomerField />
        <ProviderField />
      </form>
      <Table<Schema<'Connection'>>
        name="Connections"
        rows={list.rows}
        keyOf={({ id }) => id}
        empty="No connection fits. One appears when a customer connects an account."
        columns={[
          { title: 'Customer', cell: ({ id, group }) => <a href={link('connections', [id])}>{group.groupName}</a> },
          { title: 'Consumer', cell: ({ consumer }) => consumer.consumerName },
          { title: 'Provider', cell: ({ provider }) => provider },
          { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
          { title: 'Created', cell: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
      <More list={list} />
    </Page>
  );
}

function ConnectionDetail({ connectionId }: { connectionId: string }) {
  const path = { connectionId };
  const { data, problem } = useProjectPoll('getConnection', { path });
  const [isDeleting, setDeleting] = useState(false);
  const act = useProjectCall();
  const link = useLinks();
  return (
    <Page
      title={data ? `${data.group.groupName}: ${data.provider}` : 'Connection'}
      problem={problem}
      asked={{ id: 'getConnection', path }}
      actions={
        <button type="button" class="danger" onClick={() => setDeleting(true)}>
          Delete
        </button>
      }
    >
      {data && (
        <>
          <div class="card">
            <Facts
              facts={{
                Status: <Badge>{data.status}</Badge>,
                'Signed in by': data.authScheme,
                Credentials: credentialsText(data),
                Customer: `${data.group.groupName} (${data.group.groupRef})`,
                Consumer: `${data.consumer.consumerName} (${data.consumer.consumerRef})`,
                ...(data.providerWorkspaceRef && { Workspace: data.providerWorkspaceRef }),
                Created: <Time at={data.createTime} />,
                Changed: <Time at={data.updateTime} />,
                Id: <Id id={data.id} />,
              }}
            />
          </div>
          <Reconnect connection={data} />
        </>
      )}
      {isDeleting && (
        <Confirm
          title="Delete this connection?"
          action="Delete"
          isDanger
          typed={data?.provider ?? connectionId}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await act('deleteConnection', { path });
            navigate(link('connections'));
          }}
        >
          <p>Its credentials are deleted and revoked at the provider. Its installations cannot read any more.</p>
        </Confirm>
      )}
    </Page>
  );
}

function credentialsText({ isVerified, status }: Schema<'Connection'>): string {
  if (isVerified) return 'Accepted by the provider';
  return status === 'bad_credentials' ? 'Refused by the provider' : 'Saved, not checked';
}

/** Offers a connect link, which the builder sends to the customer. */
function Reconnect({ connection }: { connection: Schema<'Connection'> }) {
  return (
    <section class="card" aria-label="Reconnect">
      <h2>Reconnect</h2>
      <p>
        When the provider refuses the credentials, the customer connects the account again. This link is good for 30
        minutes.
      </p>
      <ConnectLink connection={connection} />
    </section>
  );
}
