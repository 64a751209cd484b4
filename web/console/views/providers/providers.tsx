import { useMemo, useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { useAnswer } from '../../../api/use_answer.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextField } from '../../../ui/field.tsx';
import { wordOf } from '../../../ui/state_words.ts';
import { Facts, Table } from '../../../ui/table.tsx';
import { useConsole, useLinks, useProjectPoll } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { Page } from '../../place/page.tsx';
import { TryProvider } from './try_provider.tsx';

type Provider = Schema<'ProviderInfo'>;
type VerifiedBy = Schema<'VerifiedBy'>;

/** The view at /providers with a search, and at /providers/<name>. */
export function Providers() {
  const [name] = useConsole().place.rest;
  return name ? <ProviderDetail name={name} /> : <Catalogue />;
}

const AUTH_NAMES: Readonly<Record<string, string>> = {
  oauth2: 'OAuth 2',
  apiKey: 'API key',
  basic: 'User name and password',
  jwt: 'Signed token',
  custom: 'Its own fields',
  none: 'Nothing',
};
const VERIFIED_BY: Readonly<Record<VerifiedBy, string>> = {
  recorded: 'verified by recorded answers',
  live: 'verified at a live server',
  docs: 'by its documentation only',
  facts: 'by public facts only',
};
/** The max number of rows on screen; the search finds the others. */
const SHOWN = 100;

function Catalogue() {
  const { call } = useConsole();
  const link = useLinks();
  const [filters, setFilter] = useFilters();
  // The catalogue changes only with a release, so it is requested once.
  const ask = useMemo(() => () => call('listProviders'), [call]);
  const { answer, problem } = useAnswer(ask);
  const all = useMemo(() => answer && Object.values((answer.body ?? {}) as Record<string, Provider>), [answer]);
  const wanted = (filters['search'] ?? '').toLowerCase();
  const found = all?.filter(({ name, displayName }) => `${name} ${displayName}`.toLowerCase().includes(wanted));
  return (
    <Page title="Providers" lead="What Causeway can connect to." problem={problem} asked={{ id: 'listProviders' }}>
      <TextField label="Search" type="search" value={filters['search'] ?? ''} onValue={setFilter('search')} />
      {found && (
        <p role="status">
          {found.length} of {all?.length} providers{found.length > SHOWN && `; the first ${SHOWN} are listed`}
        </p>
      )}
      <Table<Provider>
        name="Providers"
        rows={found?.slice(0, SHOWN)}
        keyOf={({ name }) => name}
        empty="No provider has that name."
        columns={[
          { title: 'Provider', cell: ({ name, displayName }) => <a href={link('providers', [name])}>{displayName}</a> },
          { title: 'Name in manifests', cell: ({ name }) => <code>{name}</code> },
          { title: 'Customers sign in with', cell: ({ authType }) => wordOf(AUTH_NAMES, authType) },
          {
            title: 'Read',
            cell: ({ support }) => (support.read ? <Badge>working</Badge> : <span class="soft">no</span>),
          },
        ]}
      />
    </Page>
  );
}

function ProviderDetail({ name }: { name: string }) {
  const path = { provider: name };
  const { data, problem } = useProjectPoll('getProvider', { path }, { everyMs: 60_000 });
  const said = (isSupported: boolean, by?: VerifiedBy) =>
    isSupported ? `yes${by ? `, ${wordOf(VERIFIED_BY, by)}` : ''}` : 'no';
  return (
    <Page title={data?.displayName ?? name} problem={problem} asked={{ id: 'getProvider', path }}>
      {data && (
        <>
          <div class="card">
            <Facts
              facts={{
                'Name in manifests': <code>{data.name}</code>,
                'Customers sign in with': wordOf(AUTH_NAMES, data.authType),
                'Base URL': <code>{data.baseURL}</code>,
                Read: said(data.support.read),
                Write: said(data.support.write, data.verified?.write),
                Delete: said(data.support.delete, data.verified?.delete),
                Search: said(Object.values(data.support.search.operators).some(Boolean)),
                Proxy: said(data.support.proxy),
                Subscribe: said(data.support.subscribe),
                ...(data.modules && { Modules: Object.keys(data.modules).join(', ') }),
              }}
            />
          </div>
          {data.support.read && <TryProvider key={name} provider={name} />}
          <ProviderObjects provider={name} />
        </>
      )}
    </Page>
  );
}

/** The objects and fields that one of the project's connections has at the provider. */
function ProviderObjects({ provider }: { provider: string }) {
  const connections = useProjectPoll('listConnections', { query: { provider, pageSize: 1 } }, { everyMs: 60_000 });
  const [objectName, setObjectName] = useState('');
  const [asked, setAsked] = useState('');
  const groupRef = connections.data?.[0]?.group.groupRef ?? '';
  const path = { provider, objectName: asked };
  const skip = asked === '' || groupRef === '';
  const { data, problem } = useProjectPoll(
    'getObjectMetadataForConnection',
    { path, query: { groupRef } },
    { skip, everyMs: 60_000 },
  );
  if (connections.data?.length === 0)
    return <p class="soft">Fields are asked of the provider. Connect an account first; then they are shown here.</p>;
  const ask = (event: Event) => {
    event.preventDefault();
    setAsked(objectName);
  };
  return (
    <section aria-label="Fields of an object">
      <h2>Fields of an object</h2>
      <form class="row" onSubmit={ask}>
        <TextField label="Object" value={objectName} onValue={setObjectName} placeholder="contacts" isRequired />
        <button type="submit">Show its fields</button>
      </form>
      {problem && <p class="problem">{problem.detail}</p>}
      {data && (
        <Table<Schema<'FieldMetadata'>>
          name={`Fields of ${asked}`}
          rows={Object.values(data.fields)}
          keyOf={(field) => field.fieldName}
          empty="It has no field."
          columns={[
            { title: 'Field', cell: ({ fieldName }) => <code>{fieldName}</code> },
            { title: 'Name', cell: ({ displayName }) => displayName },
            { title: 'Type', cell: ({ valueType }) => valueType },
            { title: 'Custom', cell: ({ isCustom }) => isCustom && 'yes' },
          ]}
        />
      )}
    </section>
  );
}
