import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { useConsole, useLinks, useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';

type ApiKey = Schema<'ApiKey'>;

/** The API keys of the project. */
export function Keys() {
  const { data, problem, refresh } = useProjectPoll('listApiKeys', { query: { pageSize: 1_000, masked: true } });
  const [removed, setRemoved] = useState<ApiKey | null>(null);
  const act = useProjectCall();
  const setActive = async (key: ApiKey, active: boolean) => {
    await act('updateApiKey', { path: { apiKey: key.key }, body: { updateMask: ['active'], apiKey: { active } } });
    refresh();
  };
  return (
    <Page
      title="Keys"
      lead="Who has a key may call the API for this project."
      problem={problem}
      asked={{ id: 'listApiKeys' }}
    >
      <Table<ApiKey>
        name="API keys"
        rows={data}
        keyOf={({ key }) => key}
        empty="There is no key."
        columns={[
          { title: 'Label', cell: ({ label }) => label },
          { title: 'Key', cell: ({ key }) => <code>{key}</code> },
          { title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
          { title: 'Status', cell: ({ active }) => <Badge>{active ? 'active' : 'disabled'}</Badge> },
          {
            title: 'Change',
            cell: (key) => (
              <div class="row">
                <button
                  type="button"
                  aria-label={`${key.active ? 'Disable' : 'Enable'} ${key.label}`}
                  onClick={() => setActive(key, !key.active)}
                >
                  {key.active ? 'Disable' : 'Enable'}
                </button>
                <button type="button" class="danger" aria-label={`Delete ${key.label}`} onClick={() => setRemoved(key)}>
                  Delete
                </button>
              </div>
            ),
          },
        ]}
      />
      {data && <NewKey onDone={refresh} />}
      {removed && (
        <Confirm
          title={`Delete the key ${removed.label}?`}
          action="Delete"
          isDanger
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await act('deleteApiKey', { path: { apiKey: removed.key } });
            refresh();
          }}
        >
          <p>Whoever uses it is refused at once. This cannot be undone.</p>
        </Confirm>
      )}
    </Page>
  );
}

/** A warning where a frontend key is created: everybody who opens the page can read the key. */
function FrontendKeyWarning() {
  const { project } = useConsole();
  const link = useLinks();
  if (project.restrictFrontendKeys)
    return <p>Everybody who opens your page can read this key. It creates, and neither replaces nor deletes.</p>;
  return (
    <p role="alert">
      Everybody who opens your page can read this key, and with it replace or delete the connections and installations
      of all your customers. Give the page customers' tokens instead, or restrict frontend keys in{' '}
      <a href={link('settings')}>Settings</a>.
    </p>
  );
}

function NewKey({ onDone }: { onDone(): void }) {
  const act = useProjectCall();
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState('full');
  const [made, setMade] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const create = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    try {
      const { body } = await act('createApiKey', { body: { label, scopes: [scope] } });
      setMade(body?.key ?? '');
      setLabel('');
      onDone();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <form class="card" aria-label="New key" onSubmit={create}>
      <h2>New key</h2>
      <TextField label="Label" value={label} onValue={setLabel} isRequired hint="Says who uses it." />
      <SelectField
        label="Scope"
        value={scope}
        onValue={setScope}
        options={[
          ['full', 'full: for your server'],
          ['frontend', 'frontend: for the UI library in a page'],
        ]}
      />
      {scope === 'frontend' && <FrontendKeyWarning />}
      <ProblemBox problem={problem} />
      {made && (
        <div role="status">
          <p>Copy it now. It may not be shown again.</p>
          <CodeBlock label="The new key" text={made} />
        </div>
      )}
      <button type="submit" class="primary">
        Create
      </button>
    </form>
  );
}
