import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';

/** The builder's OAuth apps at the providers. */
export function ProviderApps() {
  const { data, problem, refresh } = useProjectPoll('listProviderApps', { query: { pageSize: 1_000 } });
  const [removed, setRemoved] = useState<Schema<'ProviderApp'> | null>(null);
  const act = useProjectCall();
  return (
    <Page
      title="Provider apps"
      lead="Your OAuth app at each provider. Its client secret is sealed and never shown again."
      problem={problem}
      asked={{ id: 'listProviderApps' }}
    >
      <Table<Schema<'ProviderApp'>>
        name="Provider apps"
        rows={data}
        keyOf={({ id }) => id}
        empty="There is none yet. Providers with OAuth need one before a customer can connect."
        columns={[
          { title: 'Provider', cell: ({ provider }) => provider },
          { title: 'Client id', cell: ({ clientId }) => <code>{clientId}</code> },
          { title: 'Scopes', cell: ({ scopes }) => scopes?.join(' ') },
          { title: 'Created', cell: ({ createTime }) => <Time at={createTime} /> },
          {
            title: 'Change',
            cell: (app) => (
              <button
                type="button"
                class="danger"
                aria-label={`Delete the app of ${app.provider}`}
                onClick={() => setRemoved(app)}
              >
                Delete
              </button>
            ),
          },
        ]}
      />
      <NewApp onDone={refresh} />
      {removed && (
        <Confirm
          title={`Delete the app of ${removed.provider}?`}
          action="Delete"
          isDanger
          typed={removed.provider}
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await act('deleteProviderApp', { path: { providerAppId: removed.id } });
            refresh();
          }}
        >
          <p>Tokens that it was given can no longer be refreshed, so its connections stop working.</p>
        </Confirm>
      )}
    </Page>
  );
}

function NewApp({ onDone }: { onDone(): void }) {
  const act = useProjectCall();
  const empty = { provider: '', clientId: '', clientSecret: '', scopes: '' };
  const [app, setApp] = useState(empty);
  const [problem, setProblem] = useState<unknown>(null);
  const set = (name: keyof typeof empty) => (value: string) => setApp({ ...app, [name]: value });
  const create = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    const { scopes, ...others } = app;
    const listed = scopes.split(/[\s,]+/).filter((scope) => scope !== '');
    try {
      await act('createProviderApp', { body: { ...others, ...(listed.length > 0 && { scopes: listed }) } });
      setApp(empty);
      onDone();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <form class="card" aria-label="New provider app" onSubmit={create}>
      <h2>New provider app</h2>
      <TextField
        label="Provider"
        value={app.provider}
        onValue={set('provider')}
        isRequired
        hint="Its name in manifests."
      />
      <TextField label="Client id" value={app.clientId} onValue={set('clientId')} isRequired />
      <TextField
        label="Client secret"
        type="password"
        value={app.clientSecret}
        onValue={set('clientSecret')}
        isRequired
      />
      <TextField
        label="Scopes"
        value={app.scopes}
        onValue={set('scopes')}
        hint="With spaces between them; the provider's default when empty."
      />
      <ProblemBox problem={problem} />
      <button type="submit" class="primary">
        Create
      </button>
    </form>
  );
}
